import t from 'tap';
import type { TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { forCardTexts } from '../../../core/contract/card-fields.ts';
import { changedTags, tagProblem, tidyTags } from '../../../core/text/tags.ts';
import { type CellPlace, gridCommand, nextCell } from '../../../web/card/table/card-grid.tsx';
import { type FindReplace, replacements } from '../../../web/card/table/edit/find-replace.modal.tsx';
import { allRows, NO_ROWS, toggled, withoutGone, withRange } from '../../../web/card/table/row-selection.ts';
import { kindOfFile } from '../../../web/card/table/store-file.ts';
import {
  duplicateGroups,
  isDeckOrder,
  nextSort,
  shownCards,
  WHOLE_DECK,
} from '../../../web/card/table/table-view.ts';
import { tagsOf } from '../../../web/lib/text/tags-of.ts';

const card = (id: number, front: string, more: Partial<TableCard> = {}): TableCard => ({
  id,
  deck_id: 1,
  ...forCardTexts(() => null),
  front,
  back: '',
  audio_file: null,
  front_picture: null,
  back_picture: null,
  further_files: null,
  tags: [],
  ...more,
});
const ids = (cards: readonly { id: number }[]) => cards.map(({ id }) => id);

t.test('TAB-10 a view sorts as the language does, blanks last, and filters by text and tag', async (t) => {
  const cards = [
    card(1, 'đá', { level: 'A10', tags: ['Bài 2'] }),
    card(2, 'Ăn', { level: 'A2', tags: ['bài 2', 'x'] }),
    card(3, 'dê', { back: 'Đà Nẵng' }),
    card(4, 'an', { level: 'A1', audio_file: '/storage/a.mp3' }),
  ];
  const show = (view: Partial<typeof WHOLE_DECK>) => ids(shownCards(cards, { ...WHOLE_DECK, ...view }, 'vi'));
  t.same(show({ sort: { column: 'front', isDown: false } }), [4, 2, 3, 1]);
  t.same(show({ sort: { column: 'level', isDown: false } }), [4, 2, 1, 3]);
  t.same(show({ sort: { column: 'level', isDown: true } }), [1, 2, 4, 3]);
  t.same(show({ sort: { column: 'audio', isDown: false } }), [4, 1, 2, 3]);
  t.same(show({ search: ' da ' }), [1, 3]);
  t.same(show({ tag: 'bài 2' }), [1, 2]);
  t.same(tagsOf(cards, 'vi'), [
    { key: 'bài 2', tag: 'Bài 2' },
    { key: 'x', tag: 'x' },
  ]);
  t.ok(isDeckOrder({ ...WHOLE_DECK, search: ' ' }));
  t.notOk(isDeckOrder({ ...WHOLE_DECK, isDuplicates: true }));
  const up = nextSort(null, 'front');
  const down = nextSort(up, 'front');
  t.same([up?.isDown, down?.isDown, nextSort(down, 'front')], [false, true, null]);
  t.same(nextSort(down, 'back'), { column: 'back', isDown: false });
});

t.test('TAB-14 duplicates are cards with the same front, however it is written', async (t) => {
  const fronts = ['Cat', 'dog', ' cat', 'chó'.normalize('NFD'), 'CHÓ'];
  const cards = fronts.map((front, index) => card(index + 1, front));
  t.same(Object.fromEntries(duplicateGroups(cards)), { 1: 0, 3: 0, 4: 1, 5: 1 });
  t.same(ids(shownCards(cards, { ...WHOLE_DECK, isDuplicates: true }, 'en')), [1, 3, 4, 5]);
  t.same(ids(shownCards(cards, { ...WHOLE_DECK, isDuplicates: true, search: 'dog' }, 'en')), []);
});

t.test('TAB-11 rows are selected one by one, as a range and all', async (t) => {
  const shown = [1, 2, 3, 4, 5].map((id) => ({ id }));
  const one = toggled(NO_ROWS, 2);
  const range = withRange(one, shown, 4);
  t.same([[...range.ids], range.anchor], [[2, 3, 4], 2]);
  t.same([...withRange(range, shown, 1).ids].sort(), [1, 2, 3, 4]);
  t.same([...withRange(NO_ROWS, shown, 3).ids], [3]);
  t.same([...toggled(range, 3).ids], [2, 4]);
  t.equal(allRows(shown, null).ids.size, 5);
  t.same([...withoutGone(range, [{ id: 4 }, { id: 9 }]).ids], [4]);
  t.equal(withoutGone(range, shown), range);
});

type Keys = { ctrl?: boolean; shift?: boolean; alt?: boolean };

t.test('TAB-09 keys of the table', async (t) => {
  const size = { rows: 50, columns: 8, page: 10 };
  const press = (key: string, keys: Keys = {}, at: CellPlace = { row: 3, column: 2 }) => {
    const { ctrl = false, shift = false, alt = false } = keys;
    return gridCommand({ key, ctrlKey: ctrl, metaKey: false, shiftKey: shift, altKey: alt }, at, size);
  };
  const go = (row: number, column: number, isRange = false) => ({ do: 'go', to: { row, column }, isRange });
  t.same(press('ArrowDown'), go(4, 2));
  t.same(press('ArrowDown', { shift: true }), go(4, 2, true));
  t.same(press('ArrowLeft', {}, { row: 0, column: 0 }), go(0, 0));
  t.same(press('End', { ctrl: true }), go(49, 7));
  t.same(press('Home'), go(3, 0));
  t.same(press('PageUp'), go(0, 2));
  t.same(press('ArrowUp', { alt: true }), { do: 'move', by: -1 });
  t.same(press('a', { ctrl: true }), { do: 'all' });
  t.same(press('Z', { ctrl: true }), { do: 'undo' });
  t.same([press('F2'), press('Enter')], [{ do: 'edit' }, { do: 'edit' }]);
  t.same(press('đ'), { do: 'type', letter: 'đ' });
  const others = [press('Tab'), press('Shift'), press('c', { ctrl: true }), press('1', { alt: true })];
  t.same(others, Array(4).fill(undefined));
  t.same(nextCell({ row: 0, column: 7 }, size, 1), { row: 1, column: 0 });
  t.same(nextCell({ row: 0, column: 0 }, size, -1), { row: 0, column: 0 });
  t.same(nextCell({ row: 49, column: 7 }, size, 1), { row: 49, column: 7 });
});

t.test('TAB-15 find and replace: columns, whole words, case, and what a card cannot have', async (t) => {
  const cards = [
    card(1, 'color (US)', { back: 'màu', definition: 'Colors of $1' }),
    card(2, 'colour', { back: 'COLOR' }),
  ];
  const find = (more: Partial<FindReplace>) =>
    replacements(cards, {
      find: 'color',
      replace: 'hue',
      columns: ['front', 'back', 'definition'],
      isWholeWord: false,
      isCase: false,
      ...more,
    }).map(({ card: { id }, column, after, problem }) => [id, column, after, problem]);
  t.same(find({}), [
    [1, 'front', 'hue (US)', undefined],
    [1, 'definition', 'hues of $1', undefined],
    [2, 'back', 'hue', undefined],
  ]);
  t.same(find({ isWholeWord: true, isCase: true }), [[1, 'front', 'hue (US)', undefined]]);
  t.same(find({ find: '(us)', replace: '$&', columns: ['front'] }), [[1, 'front', 'color $&', undefined]]);
  t.same(find({ find: 'ma', columns: ['back'] }), [], 'a letter with its mark is another one');
  t.same(find({ replace: ' ', columns: ['back'] }), [[2, 'back', '', 'required']]);
  t.same(find({ replace: 'x'.repeat(501), columns: ['back'] })[0]?.[3], 'long');
  t.same(find({ find: '' }), []);
});

t.test('TAB-06 tags as they are typed', async (t) => {
  t.same(tidyTags([' Bài  1, động vật', 'ĐỘNG VẬT'.normalize('NFD'), '', ' \u200b']), ['Bài 1', 'động vật']);
  t.same(changedTags(['A', 'b'], { add: ['B', 'c'], remove: ['a'] }), ['b', 'c']);
  t.equal(tagProblem(['ế'.repeat(40)]), undefined);
  t.equal(tagProblem(['ế'.repeat(41)]), 'long');
  t.equal(tagProblem(Array.from({ length: 21 }, (_, n) => `t${n}`)), 'many');
});

t.test('IMF-40 what a file is for a card its content says, whatever type the system gives it', async (t) => {
  const kindOf = (content: (string | Uint8Array<ArrayBuffer>)[], type = '') =>
    kindOfFile(new Blob(content, { type }));
  const latin = (letters: string) => Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  for (const audio of ['OggS\0', 'fLaC\0', '\0\0\0\x18ftypM4A \0\0\0\0', 'RIFF\0\0\0\0WAVE'])
    for (const type of ['', 'application/octet-stream', 'video/ogg'])
      t.equal(await kindOf([latin(audio)], type), 'audio', `${audio} ${type}`);
  for (const picture of [
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff\xe0',
    'RIFF\0\0\0\0WEBP',
    '\0\0\0\x1cftypavif',
    '\0\0\0\x18ftypheic',
  ])
    for (const type of ['', 'audio/mpeg']) t.equal(await kindOf([latin(picture)], type), 'picture', picture);
  t.equal(await kindOf(['x'], 'audio/mpeg'), 'audio', 'the server says what is wrong with it');
  t.equal(await kindOf(['<svg/>'], 'image/svg+xml'), 'picture');
  t.equal(await kindOf(['cat,mèo'], 'text/csv'), undefined);
  t.equal(await kindOf([]), undefined);
});
