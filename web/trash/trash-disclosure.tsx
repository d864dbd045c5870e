import { useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx';
import { LazyTrashedCards, LazyTrashedDecks } from './lazy-trash.tsx';

/** The deleted cards of a deck, or the deleted decks, once they are asked for. */
export function TrashDisclosure({ deckId }: { deckId?: number }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Stack align="flex-start">
      <Button
        variant="subtle"
        mih={44}
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={
          isOpen ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />
        }
        onClick={() => setOpen(!isOpen)}
      >
        {deckId === undefined ? t`Deleted decks` : t`Deleted cards`}
      </Button>
      <Stack id={id} w="100%">
        {isOpen && (
          <ErrorBoundary>
            {deckId === undefined ? <LazyTrashedDecks /> : <LazyTrashedCards deckId={deckId} />}
          </ErrorBoundary>
        )}
      </Stack>
    </Stack>
  );
}
