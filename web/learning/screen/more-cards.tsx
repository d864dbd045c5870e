import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import { EXTRA_CARDS } from '../../../core/learning/learning-limits.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { useProgressSaved } from '../queue/progress-saved.ts';

interface MoreCardsProps {
  deckId: number;
  /** Resolves when the session goes on, or could not. */
  onMore: (cards: number) => Promise<void>;
}

/** For a student who has done today's cards and wants more of the deck; not there when there are none. */
export function MoreCards({ deckId, onMore }: MoreCardsProps) {
  const { t } = useLingui();
  const counts = useRead(addressOf('GET /api/decks/:deckId/counts', { params: { deckId } }));
  useProgressSaved(() => void counts.mutate());
  const [isBusy, setBusy] = useState(false);
  const cards = Math.min(EXTRA_CARDS, counts.data?.beyond ?? 0);
  if (cards === 0) return null;
  const ask = async () => {
    setBusy(true);
    await onMore(cards).finally(() => setBusy(false));
  };
  return (
    <Button
      size="md"
      variant="light"
      leftSection={<IconPlus size={20} aria-hidden />}
      loading={isBusy}
      onClick={() => void ask()}
    >
      {t`${plural(cards, { one: '# more card today', other: '# more cards today' })}`}
    </Button>
  );
}
