import t from 'tap';
import { searchedAs } from '../../../core/text/normal-form.ts';
import { searchDecks } from '../../../web/desk/student/all-decks.tsx';
import { todayState } from '../../../web/desk/student/student-dashboard.page.tsx';

const decks = [
  { id: 1, title: 'Danh từ hằng ngày', description: 'Từ vựng cơ bản, không có động từ' },
  { id: 2, title: 'Động từ thường gặp', description: null },
  { id: 3, title: 'Common verbs', description: 'Đi, đứng, ĐÔNG' },
];
const found = (text: string) => searchDecks(decks, text)?.map(({ id }) => id) ?? null;

t.test('SL-21 accents and đ are folded', async (t) => {
  t.equal(searchedAs('Động từ ĐẶC BIỆT'), 'dong tu dac biet');
  t.equal(searchedAs('Động'.normalize('NFD')), 'dong');
  t.equal(searchedAs('Ưu tiên, quả ớt'), 'uu tien, qua ot');
});

t.test('STU-01 SL-21 all words are wanted, accents or not; titles come before descriptions', async (t) => {
  for (const [text, ids] of [
    ['dong tu', [2, 1]],
    ['DONG TU', [2, 1]],
    ['động từ', [2, 1]],
    ['động từ'.normalize('NFD'), [2, 1]],
    ['dung', [3]],
    ['tu vung', [1]],
    ['verbs dong', [3]],
    ['verbs danh', []],
    ['', null],
    ['  \t ', null],
    ['.*', []],
    ['(', []],
  ] as const)
    t.same(found(text), ids, text);
});

const DECK = { deck_id: 1, title: 'Words', due: 0, new: 0 };
const EMPTY = { due: 0, new: 0, studied: 0, decks: [] };

t.test('TDY-10 something is left, all is done, nothing was due, or nothing was begun', async (t) => {
  t.equal(todayState(EMPTY), 'newcomer');
  t.equal(todayState({ ...EMPTY, decks: [DECK] }), 'nothing');
  t.equal(todayState({ ...EMPTY, studied: 3, decks: [DECK] }), 'done');
  t.equal(todayState({ ...EMPTY, studied: 3, new: 1, decks: [{ ...DECK, new: 1 }] }), 'left');
  t.equal(todayState({ ...EMPTY, due: 1, decks: [{ ...DECK, due: 1 }] }), 'left');
});
