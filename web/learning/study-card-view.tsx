import { useState } from 'react';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { CurrentCard } from './current-card.tsx';
import { nextDaysOf } from './next-day.ts';
import { currentCard, type SessionState } from './session.state.ts';
import type { SessionController } from './session-controller.ts';

interface StudyCardViewProps {
  /** Null in a session over all decks: each card then has its own. */
  deck: Pick<Deck, 'display_back_first'> | null;
  session: SessionState;
  controller: Pick<SessionController, 'reveal' | 'rate'>;
}

/** The card on the screen; each showing starts with an empty answer. */
export function StudyCardView({ deck, session, controller }: StudyCardViewProps) {
  // A student who types the answer to one card will type the next one's too.
  const [isTyping, setIsTyping] = useState(false);
  const card = currentCard(session);
  if (!card) return null;
  const showing = `${session.position}:${card.id}:${session.answers[card.id]?.tries ?? 0}`;
  return (
    <CurrentCard
      key={showing}
      card={card}
      backFirst={(card.deck ?? deck)?.display_back_first ?? false}
      position={session.position + 1}
      total={session.round.length}
      revealed={session.revealedAt !== null}
      startInBox={isTyping}
      nextDays={nextDaysOf(session, card)}
      onReveal={(turned) => {
        setIsTyping(turned.typed !== 'none');
        controller.reveal(turned);
      }}
      onRate={controller.rate}
    />
  );
}
