import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { StudyCard } from '../../../core/card/card.schema.ts';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { useAtWork } from '../../lib/at-work.ts';
import { paths } from '../../lib/pages/paths.ts';
import { browserClock } from '../../lib/timing.ts';
import { makeUuid } from '../../lib/uuid.ts';
import classes from '../learning-session.module.css';
import { QuietText } from '../light-parts.tsx';
import { sessionReducer } from '../session.reducer.ts';
import type { SessionEvent } from '../session.state.ts';
import { SessionBar, shareDone } from '../session-bar.tsx';
import { SessionFrame } from '../session-frame.tsx';
import { canUndo } from '../session-undo.ts';
import { StudyCardView } from '../study-card-view.tsx';
import { UndoButton } from '../undo-button.tsx';
import type { CramChoice } from './cram-choice.form.tsx';
import { CramEnd } from './cram-end.tsx';
import { missedCards, startCram } from './cram-session.ts';

interface CramRoundProps {
  deck: Deck;
  chosen: CramChoice;
  onOthers: () => void;
}

/** A session as any other, of which nothing is sent or kept. */
export function CramRound({ deck, chosen, onOthers }: CramRoundProps) {
  useAtWork();
  const [session, setSession] = useState(() => startCram(deck.id, chosen.cards));
  const begin = (cards: readonly StudyCard[]) => setSession(startCram(deck.id, cards));
  const apply = (event: SessionEvent) => setSession((state) => sessionReducer(state, event).state);
  const { now } = browserClock;
  return (
    <SessionFrame>
      <SessionBar title={chosen.tag ?? deck.title} done={shareDone(session)} exit={paths.ownCards(deck.id)}>
        <UndoButton available={canUndo(session)} onUndo={() => apply({ type: 'undo' })} />
      </SessionBar>
      <div className={classes.facts}>
        <QuietText size="sm">
          <Trans>Practice for a test: your plan stays as it is.</Trans>
        </QuietText>
      </div>
      {session.phase === 'completed' ? (
        <CramEnd
          session={session}
          onMissed={() => begin(missedCards(session))}
          onAll={() => begin(session.learned)}
          onOthers={onOthers}
        />
      ) : (
        <StudyCardView
          deck={deck}
          way={chosen.way}
          session={session}
          controller={{
            reveal: (turned) => apply({ type: 'revealed', now: now(), ...(turned && { turned }) }),
            rate: (rating) => apply({ type: 'rated', rating, now: now(), answerId: makeUuid() }),
          }}
        />
      )}
    </SessionFrame>
  );
}
