import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import type { ColumnMap } from '../../../core/deck-import/cards/card-source.ts';
import { jsonCards, openJsonCards } from '../../../core/deck-import/formats/json-cards.ts';
import { givenFile, inPieces, problemOf, readRows } from './given-card-files.ts';

const folder = t.testdir();
const rowsOf = (content: string | Uint8Array) =>
  readRows(openJsonCards(givenFile(folder, 'deck.json', content)));
const refusal = (content: string | Uint8Array) => problemOf(() => rowsOf(content));
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

const CARD = { front: 'con mèo', back: 'cat', example_sentence: 'Con mèo “kêu”\n', audio: 'mèo.mp3' };

t.test('SL-55 the cards are the list under “cards”, or the list that is the document', async (t) => {
  const rows = [
    { row: 1, values: CARD },
    { row: 2, values: { front: 'a', back: 'b' } },
  ];
  const cards = rows.map(({ values }) => values);
  t.same(plain(await rowsOf(JSON.stringify(cards))), rows);
  t.same(plain(await rowsOf(JSON.stringify({ cards }))), rows);
  const around = { title: 'Động vật', tags: [{ deep: [1] }], cards, description: null, version: 1.5 };
  t.same(plain(await rowsOf(JSON.stringify(around, undefined, 2))), rows);
  t.same(plain(await rowsOf(`\uFEFF${JSON.stringify(cards)}`)), rows, 'a mark of the byte order is no text');
  for (const empty of ['[]', ' {"cards" : [ ] }\n']) t.same(await rowsOf(empty), []);
});

t.test('IMF-24 what is no object is a row that is told by its words, and the others come', async (t) => {
  const rows = await rowsOf('[1, "cat - mèo", null, ["front"], {"front": "x"}]');
  const fault = (words: string) => ({ code: 'not_a_card', params: { words } });
  t.same(plain(rows), [
    ...['1', 'cat - mèo', 'null', '["front"]'].map((words, index) => ({
      row: index + 1,
      fault: fault(words),
    })),
    { row: 5, values: { front: 'x' } },
  ]);
});

t.test('IMF-25 keys by other names are read, and what fits none is offered', async (t) => {
  const read = async (cards: unknown, columns?: ColumnMap) => {
    const source = openJsonCards(givenFile(folder, 'keys.json', JSON.stringify(cards)), columns);
    const rows = await readRows(source);
    return { values: plain(rows.map(({ values }) => values)), fields: source.fields };
  };
  t.same(
    await read([
      { front: 'a', back: 'b', audio_file: 'a.mp3', source: 'x' },
      { back: 'c', audio: 'c.mp3' },
    ]),
    {
      values: [
        { front: 'a', back: 'b', audio: 'a.mp3', source: 'x' },
        { back: 'c', audio: 'c.mp3' },
      ],
      fields: {
        names: ['front', 'back', 'audio_file', 'source', 'audio'],
        chosen: { front: 'front', back: 'back', audio: 'audio' },
      },
    },
  );
  t.same((await read([{ term: 'a', definition: 'b' }])).values, [{ front: 'a', back: 'b' }]);
  t.same((await read([{ word: 'a', meaning: 'b' }])).values, [{ front: 'a', back: 'b' }]);
  const chosen = { front: 'hint', back: 'back' };
  t.same((await read([{ front: 'a', back: 'b', hint: 'c' }], chosen)).values, [
    { 'front (file)': 'a', back: 'b', front: 'c' },
  ]);
  t.same(await read([{ front: 'a', back: 'b' }]), { values: [{ front: 'a', back: 'b' }], fields: undefined });
});

t.test('SL-55 any list of cards is read as JSON.parse reads it, in whatever pieces it comes', async () => {
  const isAllowed = (key: string) => !['__proto__', 'constructor', 'prototype'].includes(key);
  // The tokenizer leaves out a mark of the byte order at the start of a text, where nobody sees it.
  const text = fc.string({ unit: 'binary', maxLength: 40 }).filter((one) => !one.includes('\uFEFF'));
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      ...[fc.boolean(), fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true }), text],
      ...[fc.array(tie('any')), fc.dictionary(text.filter(isAllowed), tie('any'))],
    ),
  })).any;
  const list = fc.array(fc.dictionary(text.filter(isAllowed), value), { maxLength: 20 });
  const lengths = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(list, lengths, fc.boolean(), async (cards, pieces, isBare) => {
      const bytes = Buffer.from(JSON.stringify(isBare ? cards : { title: 'x', cards }));
      async function* open() {
        yield* inPieces(bytes, pieces);
      }
      const read = (await readRows(jsonCards(open))).map(({ values }) => values);
      const expected = JSON.parse(JSON.stringify(cards));
      if (JSON.stringify(read) !== JSON.stringify(expected)) throw new Error(JSON.stringify(read));
    }),
    { numRuns: 100 },
  );
});

t.test('SL-55 a file that is not UTF-8 is refused with the place', async (t) => {
  const latin = Buffer.from('[{"front":"caf\xe9","back":"b"}]', 'latin1');
  t.same(await refusal(latin), { code: 'not_utf8', offset: 14 });
  t.same(plain(await rowsOf(Buffer.from('\uFEFF[{}]', 'utf16le'))), [{ row: 1, values: {} }]);
  t.same(await refusal(Buffer.from('[{}]', 'utf16le')), { code: 'not_utf8', offset: 1 });
  t.same(await refusal(Buffer.from('["a", "\xe1\xba', 'latin1')), { code: 'not_utf8', offset: 7 });
  // Far behind the list, where no token is looked for.
  const late = Buffer.concat([Buffer.from('[]'), Buffer.alloc(200_000, ' '), Buffer.from([0xff])]);
  t.same(await refusal(late), { code: 'not_utf8', offset: 200_002 });
});

t.test('SL-55 the place of a wrong byte is right wherever the pieces of the file end', async (t) => {
  const bytes = Buffer.concat([Buffer.from('["ế𝄞é", "ạ'), Buffer.from('\xf0\x9d "]', 'latin1')]);
  const offset = bytes.indexOf(0xf0, 9);
  for (let length = 1; length < bytes.length; length++) {
    async function* open() {
      yield* inPieces(bytes, [length]);
    }
    const problem = await problemOf(() => readRows(jsonCards(open)));
    t.same(problem, { code: 'not_utf8', offset }, `pieces of ${length}`);
  }
});

const detailOf = async (content: string) => (await refusal(content)).detail;

t.test('SL-55 what is no JSON is refused with the place', async (t) => {
  t.equal(await detailOf('[{"front": "a"},\n {"front" "b"}]'), '“"” is not expected in line 2 (byte 27)');
  t.equal(await detailOf('[1, 2'), 'it ends too early, after row 2');
  t.equal(await detailOf('[{"front": "a'), 'it ends too early, in line 1');
  const malformed = String.raw`[ { [} {] [1,] [,1] {"cards":[],} {,} {"cards"} {"cards":} []x [], {"cards":[]}}
    [01] [1.] [+1] [.5] [nul] [truefalse] [NaN] ['a'] [{a:1}] ["\x"] ["\u12g4"] [{1:2}] [{"a"}]`;
  const withBlanks = ['', ' ', '[1 2]', '[] []', '["\n"]', '// no\n[]', '[{"a":1 "b":2}]'];
  for (const wrong of [...malformed.split(/\s+/), ...withBlanks])
    t.equal((await refusal(wrong)).code, 'json_malformed', wrong);
});

t.test('SL-55 JSON without a list of cards is refused', async (t) => {
  for (const other of '{} {"title":"x"} "cards" 5 null {"cards":{}} {"cards":"[]"} {"Cards":[]}'.split(' '))
    t.same(await refusal(other), { code: 'json_no_list' }, other);
});

t.test(
  'SL-55 IMF-24 a card in which a key comes twice is told; beside the cards it refuses the file',
  async (t) => {
    const [, twice, after] = await rowsOf('[{},{"front":"b","back":"c","front":"d"},{"front":"e"}]');
    t.same(twice?.fault, { code: 'json_duplicate_key', params: { key: 'front', row: 2 } });
    t.same(after?.fault, undefined);
    t.same(await refusal('{"cards":[],"cards":[]}'), { code: 'json_duplicate_key', key: 'cards', row: 0 });
    t.same(await refusal('{"a":[{"x":1,"\\u0078":2}]}'), { code: 'json_duplicate_key', key: 'x', row: 0 });
    t.same(plain(await rowsOf('{"toString":1,"cards":[{"toString":"x"}]}')), [
      { row: 1, values: { toString: 'x' } },
    ]);
  },
);

t.test('SL-55 keys that reach into prototypes are refused, and rows have none', async (t) => {
  for (const key of ['__proto__', 'constructor', 'prototype', '__pr\\u006fto__']) {
    const code = 'json_forbidden_key';
    const plainKey = key.replace('\\u006f', 'o');
    t.same(await refusal(`[{"${key}":{"polluted":1}}]`), { code, key: plainKey });
    t.same(await refusal(`{"${key}":1,"cards":[]}`), { code, key: plainKey });
    t.same(await refusal(`[{"front":{"x":[{"${key}":1}]}}]`), { code, key: plainKey });
  }
  const [row] = await rowsOf('[{"front":"a"}]');
  const above = Object.getPrototypeOf(row?.values);
  t.same([Object.getPrototypeOf(above), Reflect.ownKeys(above), Object.isFrozen(above)], [null, [], true]);
});

t.test('SL-55 values may be nested 32 deep, and 10,000 deep is refused at once', async (t) => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  t.equal((await rowsOf(nested(32))).length, 1);
  t.same(await refusal(nested(33)), { code: 'json_too_deep', max: 32 });
  t.same(await refusal(nested(10_000)), { code: 'json_too_deep', max: 32 });
  t.same(await refusal('{"a":'.repeat(10_000)), { code: 'json_too_deep', max: 32 });
});

t.test('SL-55 more than 100,000 cards are refused', async (t) => {
  t.equal((await rowsOf(`[${'{},'.repeat(99_999)}{}]`)).length, 100_000);
  t.same(await refusal(`[${'{},'.repeat(100_000)}{}]`), { code: 'too_many_cards', max: 100_000 });
});

t.test('SL-55 one value that never ends is refused before it fills the memory', async (t) => {
  const long = 'x'.repeat(2_000_000);
  const tooLarge = (row: number) => ({ code: 'row_too_large', row, kilobytes: 1024 });
  t.same(await refusal(`[{"front":"a"},{"front":"${long}"}]`), tooLarge(2));
  t.same(await refusal(`[{"front":[${'[],'.repeat(1_000_000)}[]]}]`), tooLarge(1));
  t.equal((await refusal(`{"title":"${long}","cards":[]}`)).code, 'json_malformed');
  const keys = Array.from({ length: 2_000 }, (_, number) => `"k${number}":1`);
  t.equal((await refusal(`{${keys},"cards":[]}`)).code, 'json_malformed');
});

t.test('SL-55 a file of 60 MB is read a batch at a time', async (t) => {
  const path = join(folder, 'large.json');
  const file = openSync(path, 'w');
  const card = JSON.stringify({ front: 'từ', back: 'nghĩa', definition: 'dài '.repeat(120) });
  const thousand = `${card},`.repeat(1_000);
  writeSync(file, '{"cards":[');
  for (let thousands = 0; thousands < 99; thousands++) writeSync(file, thousand);
  writeSync(file, `${card}]}`);
  closeSync(file);
  let [rows, largest] = [0, 0];
  for await (const { length } of openJsonCards(path).rows()) {
    rows += length;
    largest = Math.max(largest, length);
  }
  t.equal(rows, 99_001);
  t.ok(largest <= 500);
});

t.test('IMF-42 keys that differ from ours by case are ours; a zero in a text is told', async (t) => {
  const values = async (cards: unknown) =>
    plain((await rowsOf(JSON.stringify(cards))).map((row) => row.values));
  const cat = { front: 'cat', back: 'mèo' };
  t.same(await values([{ Front: 'cat', BACK: 'mèo' }, cat, { FRONT: 'cat', Back: 'mèo' }]), [cat, cat, cat]);
  t.same(await values([cat, { Front: 'cat', Back: 'mèo', Level: 'A1' }]), [cat, { ...cat, level: 'A1' }]);
  t.same(await values([{ Front: 'x', ...cat }]), [{ Front: 'x', ...cat }], 'ours counts, the other is told');
  t.same(await values([{ FRONT: 'cat', Front: 'x', back: 'mèo' }]), [{ ...cat, Front: 'x' }]);
  t.same(await values({ Cards: [cat], cards: [cat] }), [cat]);
  t.same(await refusal('[{"front":"a\0b","back":"c"}]'), { code: 'nul_in_text', offset: 12 });
  t.same(await refusal(Buffer.from('[{"front":"a"}]', 'utf16le')), { code: 'not_utf8', offset: 1 });
});
