import { Grapes } from '../../ui/figure/grapes.tsx';
import type { SessionState } from '../session/session.state.ts';
import { NO_SUMMARY } from '../session/session-summary.ts';

/** The bunch at the end of a session, in pixels. */
export const END_GRAPES_PX = 112;

/** The cards of one session as a bunch. */
export function SummaryGrapes({ summary = NO_SUMMARY }: Pick<SessionState, 'summary'>) {
  const { cards, right } = summary;
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
