import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t, { type Test } from 'tap';
import { idOfAnkiGuid } from '../../core/text/anki-guid.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { type ArchivedFile, download, givenAudio, givenDeck, unzip } from './exported-deck.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');

interface Note {
  id: number;
  guid: string;
  mid: number;
  mod: number;
  flds: string;
  sfld: string | number;
  csum: number;
}
interface AnkiCard {
  id: number;
  nid: number;
  did: number;
  ord: number;
  due: number;
  type: number;
  queue: number;
}
interface NamedObject {
  id: number;
  name: string;
  [key: string]: unknown;
}
interface Package {
  files: Map<string, ArchivedFile>;
  media: Record<string, string>;
  db: DatabaseSync;
  notes: Note[];
  cards: AnkiCard[];
  models: Record<string, NamedObject & { flds: { name: string; ord: number }[] }>;
  decks: Record<string, NamedObject & { desc: string; conf: number; dyn: number }>;
}

const all = <T>(db: DatabaseSync, sql: string): T[] =>
  db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row })) as T[];

async function exported(t: Test, deckId: number): Promise<Package> {
  const { status, bytes } = await download(api, teacher.token, deckId, 'apkg');
  if (status !== 200) throw new Error(bytes.toString());
  const files = await unzip(bytes);
  const folder = mkdtempSync(join(tmpdir(), 'nho-apkg-'));
  const path = join(folder, 'collection.anki2');
  writeFileSync(path, files.get('collection.anki2')!.content);
  const db = new DatabaseSync(path, { readOnly: true });
  t.teardown(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  const [col] = all<{ models: string; decks: string }>(db, 'select * from col');
  return {
    files,
    media: JSON.parse(String(files.get('media')?.content)),
    db,
    notes: all<Note>(db, 'select * from notes order by id'),
    cards: all<AnkiCard>(db, 'select * from cards order by due'),
    models: JSON.parse(col!.models),
    decks: JSON.parse(col!.decks),
  };
}

const checksum = (text: string) =>
  Number.parseInt(createHash('sha1').update(text).digest('hex').slice(0, 8), 16);

t.test('a package is what every version of Anki opens', async (t) => {
  const meow = await givenAudio(api, 'meow');
  const id = await givenDeck(
    api,
    teacher.id,
    [
      {
        source_id: 'a1',
        front: 'con\nmèo <đen>',
        back: 'a "cat" & more',
        example_sentence: 'Mèo ngủ.',
        definition: 'An animal',
        part_of_speech: 'noun',
        level: 'A1',
        audio_file: meow,
      },
      { front: '2026', back: '[sound:x.mp3] [latex]', audio_file: 'https://example.org/a.mp3?b&c' },
      { front: 'cat\x1f', back: 'mèo', audio_file: meow },
    ],
    { title: 'Từ vựng::Bài 1', description: '1 < 2' },
  );
  const { files, media, db, notes, cards, models, decks } = await exported(t, id);

  t.same(all(db, 'pragma integrity_check'), [{ integrity_check: 'ok' }]);
  t.same(
    column(
      all<{ name: string }>(db, "select name from sqlite_schema where type = 'table' order by name"),
      'name',
    ),
    ['cards', 'col', 'graves', 'notes', 'revlog'],
  );
  t.same(all(db, 'select id, ver, usn, dty, tags from col'), [
    { id: 1, ver: 11, usn: 0, dty: 0, tags: '{}' },
  ]);
  t.same(all(db, 'select (select count(*) from revlog) r, (select count(*) from graves) g'), [
    { r: 0, g: 0 },
  ]);

  const [sound] = Object.values(media);
  t.match(sound, /^nho-[0-9a-f]{64}\.mp3$/);
  t.same(media, { 0: sound });
  t.same([...files.keys()].sort(), ['0', 'collection.anki2', 'media']);
  t.equal(String(files.get('0')?.content), 'meow', 'once, though two cards have it');

  t.same(
    notes.map(({ flds }) => flds.split('\x1f')),
    [
      [
        'con<br>mèo &lt;đen&gt;',
        'a &quot;cat&quot; &amp; more',
        'Mèo ngủ.',
        'An animal',
        'noun',
        'A1',
        `[sound:${sound}]`,
      ],
      [
        '2026',
        '&#91;sound:x.mp3] &#91;latex]',
        '',
        '',
        '',
        '',
        '<a href="https://example.org/a.mp3?b&amp;c">https://example.org/a.mp3?b&amp;c</a>',
      ],
      ['cat ', 'mèo', '', '', '', '', `[sound:${sound}]`],
    ],
  );
  t.same(
    column(notes, 'sfld'),
    ['conmèo <đen>', 2026, 'cat '],
    'as Anki takes the marks away; numbers sort as numbers',
  );
  t.same(column(notes, 'csum'), ['conmèo <đen>', '2026', 'cat '].map(checksum));
  t.equal(new Set(notes.map(({ guid }) => guid)).size, 3);
  t.equal(idOfAnkiGuid(notes[0]!.guid), 'a1');

  const { 1: standard, ...own } = decks;
  t.equal(standard?.name, 'Default');
  const [deck] = Object.values(own);
  t.match(deck, { name: 'Từ vựng:Bài 1', desc: '1 &lt; 2', dyn: 0, conf: 1 });
  t.same(Object.keys(own), [String(deck?.id)]);
  const [model] = Object.values(models);
  t.match(model, { name: 'Nhớ', type: 0, sortf: 0 });
  t.same(Object.keys(models), [String(model?.id)]);
  t.same(
    model?.flds.map(({ name, ord }) => [ord, name]),
    ['Front', 'Back', 'Example', 'Definition', 'Part of speech', 'Level', 'Audio'].map((name, ord) => [
      ord,
      name,
    ]),
  );
  t.ok(notes.every(({ mid }) => mid === model?.id));
  t.same(
    cards.map(({ nid, did, ord, due, type, queue }) => ({ nid, did, ord, due, type, queue })),
    notes.map((note, index) => ({
      nid: note.id,
      did: deck?.id,
      ord: 0,
      due: index + 1,
      type: 0,
      queue: 0,
    })),
    'one new card a note, in the order of the deck',
  );
  // SQLite keeps whatever type it is given; Anki reads these columns as integers.
  const kinds = all<Record<string, string>>(
    db,
    `select distinct typeof(n.id) a, typeof(mid) b, typeof(n.mod) c, typeof(csum) d, typeof(n.usn) e,
       typeof(did) f, typeof(due) g, typeof(nid) h, typeof(crt) i, typeof(col.mod) j, typeof(scm) k
     from notes n join cards on nid = n.id, col`,
  );
  t.same(
    kinds.map((kind) => Object.values(kind)),
    [Array(11).fill('integer')],
  );
});

t.test('what was exported is known again: numbers and guids stay, and no two decks share one', async (t) => {
  const twin = { source_id: '1', front: 'cat', back: 'mèo' };
  const id = await givenDeck(api, teacher.id, [twin, { front: 'dog', back: 'chó' }]);
  const other = await givenDeck(api, teacher.id, [twin]);
  const [first, again, others] = [await exported(t, id), await exported(t, id), await exported(t, other)];
  t.same(again.notes, first.notes);
  t.same(Object.keys(again.models), Object.keys(others.models), 'one type of note for all decks');
  t.notOk(first.notes.some(({ guid }) => others.notes.some((note) => note.guid === guid)));
  t.same(Object.keys(again.decks), Object.keys(first.decks));

  const dog = first.notes[1]!;
  t.equal(idOfAnkiGuid(dog.guid), dog.guid, 'a card without an id gets one by the way to Anki and back');
  await api.sql`update cards set source_id = ${dog.guid} where deck_id = ${id} and front = 'dog'`;
  t.same((await exported(t, id)).notes, first.notes);
  t.equal(idOfAnkiGuid('q0:9}L%x^a'), 'q0:9}L%x^a', 'a guid of Anki’s own is an id as it stands');
});

t.test('a deck of several batches; what is lost is not in the package, and no file stays', async (t) => {
  const lost = await givenAudio(api, 'lost for Anki');
  await api.services.storage.disk.delete(lost.replace('/storage/', ''));
  const cards = Array.from({ length: 1_100 }, (_, index) => ({
    front: `front ${index + 1}`,
    back: 'x',
    ...(index === 700 && { audio_file: lost }),
  }));
  const { media, files, notes, db } = await exported(t, await givenDeck(api, teacher.id, cards));
  t.same(all(db, 'pragma integrity_check'), [{ integrity_check: 'ok' }]);
  t.equal(notes.length, 1_100);
  t.same(
    column(notes, 'flds'),
    cards.map(({ front }) => [front, 'x', '', '', '', '', ''].join('\x1f')),
  );
  t.same([media, [...files.keys()]], [{}, ['collection.anki2', 'media']]);
  t.same(readdirSync(join(api.services.config.DATA_DIR, 'uploads')), []);
});
