import t from 'tap';
import { todayState } from '../../../web/desk/student/student-dashboard.page.tsx';

const DECK = { deck_id: 1, title: 'Words', due: 0, new: 0 };
const EMPTY = { due: 0, new: 0, studied: 0, decks: [] };

t.test('TDY-10 something is left, all is done, nothing was due, or nothing was begun', async (t) => {
  t.equal(todayState(EMPTY), 'newcomer');
  t.equal(todayState({ ...EMPTY, decks: [DECK] }), 'nothing');
  t.equal(todayState({ ...EMPTY, studied: 3, decks: [DECK] }), 'done');
  t.equal(todayState({ ...EMPTY, studied: 3, new: 1, decks: [{ ...DECK, new: 1 }] }), 'left');
  t.equal(todayState({ ...EMPTY, due: 1, decks: [{ ...DECK, due: 1 }] }), 'left');
});
