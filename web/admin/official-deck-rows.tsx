import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import type { ManagedDeck } from '../../core/deck/official-deck.schema.ts';
import { Empty } from '../ui/empty.tsx';
import { pageOf } from '../ui/page-of.ts';
import { Pages } from '../ui/pagination.tsx';
import classes from './managed-deck.module.css';
import { OfficialDeckRow } from './official-deck-row.tsx';

const PAGE_SIZE = 12;

interface OfficialDeckRowsProps {
  decks: readonly ManagedDeck[];
  listRef: RefObject<HTMLUListElement | null>;
  onEdit: (deckId: number) => void;
}

/** The official decks, twelve a page. */
export function OfficialDeckRows({ decks, listRef, onEdit }: OfficialDeckRowsProps) {
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
