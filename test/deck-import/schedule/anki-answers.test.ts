import t from 'tap';
import {
  type AnkiAnswer,
  answersOfRows,
  type CardAnswers,
} from '../../../core/deck-import/schedule/anki-answers.ts';

const NOW = Date.parse('2026-03-10T00:00:00Z');
const at = (day: number): number => Date.parse('2021-05-01T00:00:00Z') + day * 86_400_000;

const answer = (day: number, ease: number, type = 1, has_factor = 1): AnkiAnswer => ({
  card: 'one',
  at: at(day),
  ease,
  type,
  has_factor,
});

const ROWS = new Map(Object.entries({ one: 1, two: 2 }));
const read = (logged: AnkiAnswer[]): CardAnswers[] => [...answersOfRows(logged, ROWS, NOW)];

t.test('IMF-18 each answer with a button counts, of whatever kind, card by card', async (t) => {
  const logged = [answer(0, 1, 0), answer(1, 3, 0), answer(9, 4), answer(30, 2, 2)];
  const other = { ...answer(2, 3), card: 'two' };
  t.same(read([...logged, { ...answer(3, 3), card: 'not imported' }, other]), [
    { row: 1, times: [at(0), at(1), at(9), at(30)], grades: [1, 3, 4, 2] },
    { row: 2, times: [at(2)], grades: [3] },
  ]);
});

t.test(
  'IMF-18 SL-277 a review ahead of its day counts, a preview or a change by hand does not',
  async (t) => {
    t.same(read([answer(0, 3), answer(1, 3, 3), answer(2, 3, 3, 0), answer(3, 0, 4), answer(4, 0, 5)]), [
      { row: 1, times: [at(0), at(1)], grades: [3, 3] },
    ]);
  },
);

t.test('IMF-18 SL-277 what was answered before a card was made new again does not count', async (t) => {
  t.same(read([answer(0, 3), answer(5, 0, 4, 0), answer(6, 2, 0)]), [
    { row: 1, times: [at(6)], grades: [2] },
  ]);
  t.same(read([answer(0, 3), answer(5, 0, 4, 0)]), []);
});

t.test(
  'IMF-18 SL-277 a card never known is new; dates of wrong clocks and second rows are left out',
  async (t) => {
    t.same(read([answer(0, 1, 0), answer(1, 1, 0)]), []);
    const early = { ...answer(0, 3), at: Date.UTC(1999, 11, 31) };
    const late = { ...answer(0, 3), at: NOW + 1 };
    t.same(read([early, answer(1, 3), answer(1, 1), late]), [{ row: 1, times: [at(1)], grades: [3] }]);
  },
);
