import t from 'tap';
import { deckOfTitle } from '../../../web/deck-import/upload/again-fields.tsx';
import { importForm } from '../../../web/deck-import/upload/import-form.tsx';
import { checkImport, type ImportValues, NO_IMPORT } from '../../../web/deck-import/upload/import-rules.ts';

/** A file that only says how large it is. */
const sized = (name: string, size: number): File =>
  Object.defineProperty(new File([], name), 'size', { value: size });
const MB = 1024 ** 2;
const GB = 1024 ** 3;

const right: ImportValues = { ...NO_IMPORT, title: 'Animals', cardFile: sized('deck.json', 10) };
const check = (changed: Partial<ImportValues>) => checkImport({ ...right, ...changed });

t.test('ADM-21 ADM-23 title and file are required', async (t) => {
  t.same(checkImport(NO_IMPORT), { title: 'required', cardFile: 'file-missing' });
  t.same(check({}), {});
  t.same(check({ title: '  ' }), { title: 'required' });
});

t.test('ADM-21 ADM-22 letters are counted as a reader counts them', async (t) => {
  t.same(check({ title: 'ế'.normalize('NFD').repeat(50), description: 'ữ'.repeat(100) }), {});
  const long = check({ title: 'ế'.repeat(51), description: 'ữ'.repeat(101) });
  t.same(long, { title: 'long', description: 'long' });
});

t.test(
  'ADM-27 ADM-07 (document 2 §5) a label is needed for an official deck, and for no other',
  async (t) => {
    t.same(check({ label: '' }), {});
    t.same(check({ isOfficial: true, label: ' ' }), { label: 'required' });
    t.same(check({ isOfficial: true, label: 'x'.repeat(51) }), { label: 'long' });
    t.same(check({ isOfficial: true, label: 'Learn animals' }), {});
  },
);

t.test('SL-57 what is too large is told before it is uploaded', async (t) => {
  t.same(check({ cardFile: sized('deck.JSON', 64 * MB) }), {});
  t.same(check({ cardFile: sized('deck.JSON', 64 * MB + 1) }), { cardFile: 'file-large' });
  t.same(check({ cardFile: sized('deck.csv', 64 * MB + 1) }), { cardFile: 'file-large' });
  t.same(check({ cardFile: sized('deck.apkg', 2 * GB) }), {});
  t.same(check({ cardFile: sized('deck.zip', 2 * GB + 1) }), { cardFile: 'archive-large' });
  t.same(check({ cardFile: sized('deck.json', 0) }), { cardFile: 'file-empty' });
  t.same(check({ archive: sized('audio.zip', 2 * GB) }), {});
  t.same(check({ archive: sized('audio.zip', 2 * GB + 1) }), { archive: 'archive-large' });
  t.same(check({ audioFiles: [sized('a.mp3', 10 * MB)] }), {});
  const large = [sized('a.mp3', 1), sized('b.mp3', 10 * MB + 1)];
  t.same(check({ audioFiles: large }), { audioFiles: 'audio-large' });
  const many = Array(2_001).fill(sized('a.mp3', 1));
  t.same(check({ audioFiles: many }), { audioFiles: 'audio-many' });
});

t.test('ADM-25 SL-56 the audio source path is a folder inside the archive', async (t) => {
  for (const path of ['', 'audio', 'deck/audio/', './audio', 'a..b', 'âm thanh'])
    t.same(check({ audioSourcePath: path }), {}, path);
  for (const path of [
    'a\tb',
    ...String.raw`.. ../audio a/../../b /etc C:/audio c:audio a\b \\server`.split(' '),
  ])
    t.same(check({ audioSourcePath: path }), { audioSourcePath: 'path-refused' }, path);
});

t.test('ADM-23 a table whose columns are shown needs those of front and back', async (t) => {
  const cardFile = sized('deck.csv', 10);
  t.same(check({ cardFile, columns: null }), {}, 'the server finds them by itself');
  t.same(check({ cardFile, columns: {} }), { front: 'column-missing', back: 'column-missing' });
  t.same(check({ cardFile, columns: { front: 'Word', back: 'Meaning' } }), {});
  t.same(check({ cardFile: sized('deck.apkg', 10), columns: { front: 'Word' } }), {}, 'not an Anki package');
});

const file = (name: string) => new File(['x'], name);
const entries = (values: Partial<ImportValues>, checkOnly = false) =>
  [...importForm({ ...NO_IMPORT, title: ' Animals ', ...values }, checkOnly)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : `file ${value.name}`,
  ]);

t.test('ADM-21 ADM-23 a plain import is sent as little more than its file', async (t) => {
  t.same(entries({ cardFile: file('deck.json') }), [
    ['title', 'Animals'],
    ['json_file', 'file deck.json'],
  ]);
});

t.test('ADM-24 ADM-26 ADM-27 all texts go before the first file, the cards before the audio', async (t) => {
  const sent = entries(
    {
      cardFile: file('deck.csv'),
      columns: { front: 'Word', back: 'Meaning', level: undefined },
      audioFiles: [file('a.mp3'), file('b.mp3')],
      archive: file('audio.zip'),
      description: ' Pets ',
      audioSourcePath: 'audio',
      isOfficial: true,
      label: ' Learn ',
      removeMissing: true,
    },
    true,
  );
  t.same(sent, [
    ['title', 'Animals'],
    ['description', 'Pets'],
    ['is_official', '1'],
    ['official_button_label', 'Learn'],
    ['audio_source_path', 'audio'],
    ['check_only', '1'],
    ['remove_missing', '1'],
    ['columns', '{"front":"Word","back":"Meaning"}'],
    ['json_file', 'file deck.csv'],
    ['audio_files', 'file a.mp3'],
    ['audio_files', 'file b.mp3'],
    ['audio_archive', 'file audio.zip'],
  ]);
});

t.test('ADM-23 ADM-27 what belongs to a choice that was taken back, or is empty, is not sent', async (t) => {
  const choices = { columns: { front: 'Word' }, label: 'Learn', asNew: true, removeMissing: true };
  t.same(entries({ cardFile: file('deck.zip'), ...choices }), [
    ['title', 'Animals'],
    ['as_new', '1'],
    ['json_file', 'file deck.zip'],
  ]);
  t.same(entries({ cardFile: file('deck.apkg'), columns: { front: 'Wort', back: ' ' } })[1], [
    'columns',
    '{"front":"Wort"}',
  ]);
  t.same(entries({ cardFile: file('deck.apkg'), columns: null }).length, 2);
});

const deck = (id: number, title: string, owner = 1) => ({ id, title, owner: { id: owner } });

t.test('ADM-23 the deck of the same title is found, however it is written', async (t) => {
  const decks = [deck(1, 'Thú cưng', 2), deck(2, 'Thú cưng'), deck(3, 'Thú')];
  t.equal(deckOfTitle(decks, '  THÚ CƯNG ', 1)?.id, 2);
  t.equal(deckOfTitle(decks, 'thú cưng'.normalize('NFD'), 1)?.id, 2);
  t.equal(deckOfTitle(decks, 'thu cung', 1), undefined, 'accents count');
  t.equal(deckOfTitle(decks, 'Thú cưng', 3), undefined, 'others’ decks do not');
  t.equal(deckOfTitle([deck(4, ' ')], '', 1), undefined);
});
