import t from 'tap';
import { fileOf } from '../card/card-form.ts';
import { startApi } from '../harness/api-harness.ts';
import { BASIC, type GivenNote, packageOf } from './anki/given-anki-packages.ts';
import { importCalls, jsonOf } from './import-calls.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const calls = importCalls(api, admin);

const tagsOf = async (deckId: number | null): Promise<Record<string, string[]>> => {
  const rows = await api.sql<{ front: string; tags: string[] }>`select front, tags from cards
    where deck_id = ${deckId} order by ordinal`;
  return Object.fromEntries(rows.map(({ front, tags }) => [front, tags]));
};

t.test('IMF-12 tags come with JSON as a list or a text; what is no tag is left out and told', async (t) => {
  const many = Array.from({ length: 22 }, (_, index) => `t${index}`);
  const cards = [
    { id: 'a', front: 'cat', back: 'mèo', tags: ['pets', 'Unit  1', 'PETS', '', null, 7] },
    { id: 'b', front: 'dog', back: 'chó', tags: 'pets, Unit 1' },
    { id: 'c', front: 'cow', back: 'bò', tags: [...many, 'x'.repeat(41)] },
    { id: 'd', front: 'hen', back: 'gà' },
  ];
  const done = await calls.import({ title: 'Tagged', json_file: jsonOf(cards) });
  t.match(done, { status: 'completed', error_count: 0, warning_count: 1 });
  t.match(done.errors, [
    {
      row: 3,
      field: 'tags',
      code: 'tags_left_out',
      params: { max: 20, letters: 40, names: `t20, t21, ${'x'.repeat(41)}`, words: 'cow' },
    },
  ]);
  const tags = { cat: ['pets', 'Unit 1', '7'], dog: ['pets', 'Unit 1'], cow: many.slice(0, 20), hen: [] };
  t.same(await tagsOf(done.deck_id), tags);

  const unchanged = await calls.import({ title: 'Tagged', json_file: jsonOf(cards) });
  t.match(unchanged.report, { cards_new: 0, cards_changed: 0, cards_unchanged: 4 });
  const silent = cards.map(({ tags: _, ...card }) => card);
  const kept = await calls.import({ title: 'Tagged', json_file: jsonOf(silent) });
  t.match(kept.report, { cards_changed: 0 }, 'who says nothing of tags changes none');
  t.same(await tagsOf(done.deck_id), tags);
  const renamed = silent.map((card) => ({ ...card, back: `${card.back}!` }));
  const changed = await calls.import({ title: 'Tagged', json_file: jsonOf(renamed) });
  t.match(changed.report, { cards_changed: 4 });
  t.same(await tagsOf(done.deck_id), tags, 'nor does another text');
  const emptied = renamed.map((card) => ({ ...card, tags: [] }));
  const cleared = await calls.import({ title: 'Tagged', json_file: jsonOf(emptied) });
  t.match(cleared.report, { cards_changed: 3, cards_unchanged: 1 });
  t.same(await tagsOf(done.deck_id), { cat: [], dog: [], cow: [], hen: [] });
});

t.test('IMF-12 tags come with a table, and with a text that Anki exports', async (t) => {
  const table = 'Từ,Nghĩa,Nhãn\ncat,mèo,"pets, Unit 1"\ndog,chó,\n';
  const done = await calls.import({ title: 'Table', json_file: fileOf(table, 'deck.csv') });
  t.match(done, { status: 'completed', warning_count: 0 });
  t.same(await tagsOf(done.deck_id), { cat: ['pets', 'Unit 1'], dog: [] });

  const text = '#separator:tab\n#guid column:1\n#tags column:4\na\tcat\tmèo\tpets Unit_1\nb\tdog\tchó\t\n';
  const anki = await calls.import({ title: 'Text', json_file: fileOf(text, 'deck.txt') });
  t.match(anki, { status: 'completed', warning_count: 0 });
  t.same(await tagsOf(anki.deck_id), { cat: ['pets', 'Unit_1'], dog: [] });
});

for (const version of [1, 3] as const)
  t.test(`IMF-12 IMF-13 a note's tags and its decks come from Anki (version ${version})`, async (t) => {
    const note = (guid: string, front: string, more: Partial<GivenNote>): GivenNote => ({
      guid,
      type: BASIC.id,
      fields: [front, 'x'],
      ords: [0],
      ...more,
    });
    const bytes = await packageOf(t.testdir(), {
      version,
      types: [BASIC],
      decks: { 1: 'Default', 20: 'English', 21: 'English::Unit 1', 22: 'English::Unit 2::Food' },
      notes: [
        note('a', 'cat', { tags: ' pets verb::to_be ', deck: 21 }),
        note('b', 'rice', { deck: 22 }),
        note('c', 'word', { deck: 20 }),
        note('d', 'stray', { deck: 1 }),
      ],
    });
    const file = fileOf(bytes, 'english.apkg');
    const done = await calls.import({ title: `Anki ${version}`, json_file: file });
    t.match(done, { status: 'completed', error_count: 0, warning_count: 0 });
    t.same(done.report?.anki, { cards: 4, pictures: 0, videos: 0, fields: [] });
    t.same(await tagsOf(done.deck_id), {
      cat: ['pets', 'verb::to_be', 'Unit 1'],
      rice: ['Unit 2', 'Food'],
      word: [],
      stray: [],
    });
    const again = await calls.import({ title: `Anki ${version}`, json_file: file });
    t.match(again.report, { cards_new: 0, cards_changed: 0, cards_unchanged: 4 });
  });
