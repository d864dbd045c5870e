import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import type { ManagedDeck } from '../../../core/deck/deck.schema.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { TrashDisclosure } from '../../trash/trash-disclosure.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { pageOf } from '../../ui/list/page-of.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import { useManagedDecks } from '../managed-deck.queries.ts';
import classes from './managed-deck.module.css';
import { OfficialDeckForm } from './official-deck-form.tsx';
import { OfficialDeckRow } from './official-deck-row.tsx';

const PAGE_SIZE = 12;

interface OfficialDeckRowsProps {
  decks: readonly ManagedDeck[];
  listRef: RefObject<HTMLUListElement | null>;
  onEdit: (deckId: number) => void;
}

/** The official decks, twelve a page. */
function OfficialDeckRows({ decks, listRef, onEdit }: OfficialDeckRowsProps) {
  const { t } = useLingui();
  const [chosen, setPage] = useState(1);
  const heading = useRef<HTMLHeadingElement>(null);
  const { items, page, pageCount } = pageOf(decks, chosen, PAGE_SIZE);
  // The button that was pressed is gone: the keyboard would otherwise start again at the top of the page.
  const onGone = () => heading.current?.focus({ preventScroll: true });
  return (
    <Stack component="section" aria-labelledby="official-decks-title">
      <div>
        <Title id="official-decks-title" ref={heading} tabIndex={-1} order={2} size="h3">
          <Trans>Official decks</Trans>
        </Title>
        <Text size="sm" c="dimmed" role="status" className="tabular">
          {t`${plural(decks.length, { one: '# official deck', other: '# official decks' })}`}
        </Text>
      </div>
      {decks.length === 0 && (
        <Empty
          icon={<IconRosetteDiscountCheck size={28} aria-hidden />}
          text={<Trans>No deck is official yet. Everybody can study the ones that are.</Trans>}
        />
      )}
      <ul ref={listRef} aria-labelledby="official-decks-title" className={classes.list}>
        {items.map((deck) => (
          <OfficialDeckRow key={deck.id} deck={deck} onEdit={() => onEdit(deck.id)} onGone={onGone} />
        ))}
      </ul>
      <Pages total={pageCount} page={page} onChange={setPage} label={t`Pages of decks`} />
    </Stack>
  );
}

function DecksSkeleton() {
  const { t } = useLingui();
  return (
    <div className={classes.sections} role="status" aria-label={t`Loading…`}>
      <Skeleton height={260} radius="lg" />
      <Stack gap="xs">
        <Skeleton height={110} radius="md" />
        <Skeleton height={110} radius="md" />
      </Stack>
    </div>
  );
}

/** The decks that everybody may study: makes decks official, edits them, and takes them out again. */
export function OfficialDecksSection() {
  const { i18n } = useLingui();
  const { data: decks, error, mutate } = useManagedDecks();
  const [editedId, setEditedId] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useFailedRead(error, failureText.fetchDecksFailed);
  if (!decks)
    return (
      <Unread
        of={{ error, mutate }}
        title={i18n._(noticeText.fetchDecksFailed)}
        loading={<DecksSkeleton />}
      />
    );

  const official = decks.filter(({ is_official }) => is_official);
  // It may have been deleted in the meantime.
  const edited = official.find(({ id }) => id === editedId) ?? null;
  const stopEditing = () => {
    // The form's buttons go: the focus returns to where the editing began.
    list.current?.querySelector<HTMLElement>(`[data-edit="${editedId}"]`)?.focus();
    setEditedId(null);
  };
  return (
    <div className={classes.sections}>
      <Paper withBorder radius="lg" p="lg" className={classes.form}>
        <Stack>
          <Title order={2} size="h3">
            {edited ? <Trans>Edit the official deck</Trans> : <Trans>New official deck</Trans>}
          </Title>
          <OfficialDeckForm key={edited?.id ?? 'new'} decks={decks} edited={edited} onDone={stopEditing} />
        </Stack>
      </Paper>
      <Stack>
        <OfficialDeckRows decks={official} listRef={list} onEdit={setEditedId} />
        <TrashDisclosure />
      </Stack>
    </div>
  );
}
