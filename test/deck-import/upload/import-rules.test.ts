import t from 'tap';
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
  t.same(check({ title: 'ế'.repeat(51), description: 'ữ'.repeat(101) }), {
    title: 'long',
    description: 'long',
  });
});

t.test('ADM-27 a label counts for an official deck only', async (t) => {
  t.same(check({ label: '' }), {});
  t.same(check({ isOfficial: true, label: ' ' }), {});
  t.same(check({ isOfficial: true, label: 'x'.repeat(51) }), { label: 'long' });
  t.same(check({ isOfficial: true, label: 'Learn animals' }), {});
});

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
  t.same(check({ audioFiles: [sized('a.mp3', 1), sized('b.mp3', 10 * MB + 1)] }), {
    audioFiles: 'audio-large',
  });
  t.same(check({ audioFiles: Array.from({ length: 2_001 }, () => sized('a.mp3', 1)) }), {
    audioFiles: 'audio-many',
  });
});

t.test('ADM-25 SL-56 the audio source path is a folder inside the archive', async (t) => {
  for (const path of ['', 'audio', 'deck/audio/', './audio', 'a..b', 'âm thanh'])
    t.same(check({ audioSourcePath: path }), {}, path);
  for (const path of [
    '..',
    '../audio',
    'a/../../b',
    '/etc',
    'C:/audio',
    'c:audio',
    'a\\b',
    '\\\\server',
    'a\tb',
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
