import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Skeleton, Stack } from '@mantine/core';
import { useRef } from 'react';
import { useManagedDecks } from '../admin/managed-deck.queries.ts';
import { ManagedDeckSelect } from '../admin/managed-deck-select.tsx';
import { LoadError } from '../ui/load-error.tsx';

interface ExportDeckFieldProps {
  deckId: number | null;
  onChange: (deckId: number | null) => void;
}

/** Of which deck the events are to be. */
export function ExportDeckField({ deckId, onChange }: ExportDeckFieldProps) {
  const { t } = useLingui();
  const { data, error, mutate } = useManagedDecks();
  const field = useRef<HTMLDivElement>(null);
  const clear = () => {
    onChange(null);
    // The button goes with what it has cleared.
    field.current?.querySelector('input')?.focus();
  };
  if (data)
    return (
      <Stack gap={4} ref={field}>
        <ManagedDeckSelect
          label={t`Deck (optional)`}
          description={t`Only answers to its cards`}
          decks={data}
          value={deckId}
          onChange={onChange}
        />
        {deckId !== null && (
          <Button size="compact-xs" variant="subtle" w="fit-content" onClick={clear}>
            <Trans>All decks</Trans>
          </Button>
        )}
      </Stack>
    );
  if (error !== undefined)
    return <LoadError error={error} title={t`The decks could not be loaded`} onRetry={() => void mutate()} />;
  return <Skeleton height={82} role="status" aria-label={t`Loading…`} />;
}
