import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { useRef } from 'react';
import { useManagedDecks } from '../../site/managed-deck.queries.ts';
import { ManagedDeckSelect } from '../../site/managed-deck-select.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';

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
  return <Unread of={{ error, mutate }} title={t`The decks could not be loaded`} height={82} />;
}
