import { Trans, useLingui } from '@lingui/react/macro';
import { Paper, Skeleton, Stack, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { TrashDisclosure } from '../trash/trash-disclosure.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';
import classes from './managed-deck.module.css';
import { useManagedDecks } from './managed-deck.queries.ts';
import { OfficialDeckForm } from './official-deck-form.tsx';
import { OfficialDeckRows } from './official-deck-rows.tsx';

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
  if (!decks && error)
    return <LoadError error={error} title={i18n._(noticeText.fetchDecksFailed)} onRetry={() => mutate()} />;
  if (!decks) return <DecksSkeleton />;

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
