import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { QuietText } from '../../flashcard/light-parts.tsx';
import { makeUuid } from '../../lib/call/uuid.ts';
import { useAtWork } from '../../lib/kept/at-work.ts';
import { browserClock } from '../../lib/live/timing.ts';
import { paths } from '../../lib/pages/paths.ts';
import { StudyCardView } from '../card/study-card-view.tsx';
import classes from '../screen/learning-session.module.css';
import { progressOf, SessionBar } from '../screen/session-bar.tsx';
import { SessionFrame } from '../screen/session-frame.tsx';
import { UndoButton } from '../screen/undo-button.tsx';
import { sessionReducer } from '../session/session.reducer.ts';
import type { SessionEvent } from '../session/session.state.ts';
import { canUndo } from '../session/session-undo.ts';
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
      <SessionBar title={chosen.tag ?? deck.title} {...progressOf(session)} exit={paths.ownCards(deck.id)}>
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
