import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useOffline } from '../../lib/call/network.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';

/** The cards of a deck could not be read; without a network that is no failure. */
export function DeckNotHere({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui();
  const isOffline = useOffline();
  if (!isOffline) return <LoadError error={error} onRetry={onRetry} />;
  return (
    <Empty
      mood="lost"
      text={t`This deck is not on this device yet. The decks you studied most recently can be opened without a network.`}
      action={
        <Button variant="light" onClick={onRetry}>
          {t`Try again`}
        </Button>
      }
    />
  );
}
