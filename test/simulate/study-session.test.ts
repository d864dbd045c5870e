import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import { StudySession } from '../../bin/simulate/simulated-student.ts';
import type { Rating } from '../../core/learning/learning.schema.ts';
import { sessionReducer } from '../../web/learning/session/session.reducer.ts';
import { currentCard, type ProgressItem } from '../../web/learning/session/session.state.ts';
import { answerId, NOON, newCard, opened, reviewCard } from '../learning/session/session-cards.ts';

const SECONDS = 7;
const TURNED = { typed: 'accent', asked: 'back', think_ms: 2_345 } as const;

/** Whether each card is new, and its ratings before the one with which it is known. */
const cardsAndRatings = fc.array(
  fc.record({ isNew: fc.boolean(), before: fc.array(fc.constantFrom<Rating>(0, 1), { maxLength: 4 }) }),
  { minLength: 1, maxLength: 20 },
);

type Heard = Pick<ProgressItem, 'cardId' | 'body'>;

const byCard = (items: Heard[]) => items.toSorted((a, b) => a.cardId - b.cardId);

t.test('the server hears from a simulated session what it hears from that of a browser', async () => {
  fc.assert(
    fc.property(cardsAndRatings, (given) => {
      const cards = given.map((card, index) => (card.isNew ? newCard(index + 1) : reviewCard(index + 1)));
      const rating = (cardId: number, tries: number): Rating => given[cardId - 1]?.before[tries] ?? 2;

      const simulated: Heard[] = [];
      const session = new StudySession();
      session.add(cards);
      while (!session.isOver)
        for (const card of session.round()) {
          const body = session.rate(card, rating(card.cardId, card.tries), {
            seconds: SECONDS,
            now: NOON,
            turned: TURNED,
          });
          if (body) simulated.push({ cardId: card.cardId, body });
        }

      const sent: Heard[] = [];
      let state = opened(cards);
      for (let card = currentCard(state); card; card = currentCard(state)) {
        const tries = state.answers[card.id]?.tries ?? 0;
        state = sessionReducer(state, {
          type: 'revealed',
          now: NOON - SECONDS * 1_000,
          turned: TURNED,
        }).state;
        const step = sessionReducer(state, {
          type: 'rated',
          rating: rating(card.id, tries),
          now: NOON,
          answerId: answerId(sent.length),
        });
        state = step.state;
        sent.push(...step.send.map(({ cardId, body }) => ({ cardId, body })));
      }
      deepStrictEqual(byCard(simulated), byCard(sent));
    }),
    { numRuns: 100 },
  );
});
