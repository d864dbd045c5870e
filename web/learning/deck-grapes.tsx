import { useLingui } from '@lingui/react/macro';
import type { DeckStats } from '../../core/learning/learning.schema.ts';
import { Grapes } from '../ui/figure/grapes.tsx';
import type { SessionState } from './session/session.state.ts';

interface DeckGrapesProps {
  /** An empty bunch of the same size while they are not known. */
  stats: Pick<DeckStats, 'cards_studied' | 'cards_known' | 'total_cards' | 'today_stats'> | undefined;
  /** Its height in pixels. */
  size?: number;
}

/** A deck as a bunch: what is known is ripe, what was begun is pale, and what was learnt today drops in. */
export function DeckGrapes({ stats, size = 48 }: DeckGrapesProps) {
  const { t } = useLingui();
  if (!stats) return <Grapes total={1} filled={0} size={size} />;
  const { cards_studied, cards_known, total_cards, today_stats } = stats;
  return (
    <Grapes
      // What is fresh drops into a bunch that is new on the screen.
      key="known"
      total={total_cards}
      filled={cards_known}
      learning={cards_studied - cards_known}
      fresh={Math.min(today_stats.cards_studied, cards_studied)}
      size={size}
      label={t`${cards_studied} of ${total_cards} cards learnt, ${cards_known} of them known well`}
    />
  );
}

/** The bunch at the end of a session, in pixels. */
export const END_GRAPES_PX = 112;

/** The cards of one session as a bunch. */
export function SummaryGrapes({ summary }: Pick<SessionState, 'summary'>) {
  const { cards = 0, right = 0 } = summary ?? {};
  return (
    <Grapes
      total={Math.max(1, cards)}
      filled={right}
      learning={cards - right}
      fresh={cards}
      size={END_GRAPES_PX}
    />
  );
}
