import fc from 'fast-check';
import t from 'tap';
import { type StudyLoad, todaysCards } from '../../../core/learning/choosing/daily-limits.ts';

const SETTINGS = { new_cards_per_day: 20, max_cards_per_day: 200 };

const today = (load: Partial<StudyLoad>, settings = SETTINGS) =>
  todaysCards({ due: 0, unseen: 0, introducedToday: 0, studiedToday: 0, ...load }, settings);

const cases: [what: string, load: Partial<StudyLoad>, reviewCards: number, newCards: number][] = [
  ['a new deck', { unseen: 60 }, 0, 20],
  ['a deck with fewer cards than a day has', { unseen: 7 }, 0, 7],
  ['some introduced today', { unseen: 48, introducedToday: 12, studiedToday: 12 }, 0, 8],
  ['all of the day introduced', { unseen: 40, introducedToday: 20, studiedToday: 20 }, 0, 0],
  ['reviews and new ones', { due: 30, unseen: 60 }, 30, 20],
  ['reviews leave room for some new ones', { due: 190, unseen: 60 }, 190, 10],
  ['reviews fill the maximum', { due: 500, unseen: 60 }, 200, 0],
  ['nearly all of the maximum studied', { due: 5, unseen: 60, studiedToday: 193 }, 5, 2],
  ['the maximum studied', { due: 5, unseen: 60, studiedToday: 200 }, 0, 0],
  ['more than the maximum studied', { due: 5, unseen: 60, studiedToday: 230 }, 0, 0],
  ['more introduced than allowed', { due: 5, unseen: 60, introducedToday: 30, studiedToday: 30 }, 5, 0],
];

t.test('SL-33 the limits of a day leave so many to review, and so many new ones', async (t) => {
  for (const [what, load, reviewCards, newCards] of cases)
    t.match(today(load), { reviewCards, newCards }, what);
});

t.test('SL-35 completed: something was studied, nothing is due and no new card is allowed', async (t) => {
  t.equal(today({ unseen: 40, introducedToday: 20, studiedToday: 20 }).completed, true);
  t.equal(today({ studiedToday: 1 }).completed, true);
  t.equal(today({}).completed, false, 'nothing was studied');
  t.equal(today({ unseen: 1, studiedToday: 3 }).completed, false, 'a new card is left');
  t.equal(today({ due: 1, studiedToday: 3 }).completed, false, 'a card is due');
  t.equal(today({ due: 1, studiedToday: 200 }).completed, false, 'the maximum aside');
});

t.test('SL-36 the maximum is reached when cards would be left, and only then', async (t) => {
  t.equal(today({ due: 1, studiedToday: 200 }).limitReached, true);
  t.equal(today({ unseen: 1, studiedToday: 200 }).limitReached, true);
  t.equal(today({ studiedToday: 200 }).limitReached, false, 'nothing is left');
  t.equal(today({ unseen: 9, introducedToday: 20, studiedToday: 200 }).limitReached, false, 'no new ones');
  t.equal(today({ due: 1, studiedToday: 199 }).limitReached, false);
});

const load = fc.record({
  due: fc.nat(400),
  unseen: fc.nat(400),
  introducedToday: fc.nat(60),
  studiedToday: fc.nat(400),
});
const settings = fc
  .tuple(fc.nat(40), fc.nat(300))
  .map(([news, more]) => ({ new_cards_per_day: news, max_cards_per_day: news * 10 + more }));

t.test('SL-33 for every load and settings, in the words of the rule', async (t) => {
  fc.assert(
    fc.property(load, settings, (load, settings) => {
      const { reviewCards, newCards, completed, limitReached } = todaysCards(load, settings);
      const room = Math.max(0, settings.max_cards_per_day - load.studiedToday);
      const unseenAllowed = Math.max(
        0,
        Math.min(load.unseen, settings.new_cards_per_day - load.introducedToday),
      );
      t.equal(reviewCards, Math.min(load.due, room));
      t.equal(newCards, Math.min(unseenAllowed, room - reviewCards));
      t.equal(limitReached, load.studiedToday >= settings.max_cards_per_day && load.due + unseenAllowed > 0);
      t.equal(completed, load.studiedToday > 0 && load.due === 0 && unseenAllowed === 0);
    }),
    { numRuns: 200 },
  );
});
