import t from 'tap';
import { FileShelf, type SentFile } from '../../../core/deck-import/archive/file-shelf.ts';

const fileOf = (name: string, others: string[] = []): SentFile => ({
  ...{ name, others, bytes: 1 },
  content: async () => Buffer.of(1),
});

const found = (files: SentFile[], name: string, folder: string | null = null) => {
  const file = new FileShelf(files, folder).findAudio(name);
  return typeof file === 'object' ? file.name : file;
};

t.test('IMF-29 a path is found below the folders that all files lie in', async (t) => {
  const files = ['My deck/unit 1/a.mp3', 'My deck/unit 2/a.mp3', 'My deck/b.mp3'].map((name) => fileOf(name));
  t.equal(found(files, 'unit 2/a.mp3'), 'My deck/unit 2/a.mp3');
  t.equal(found(files, 'unit 1\\A.MP3'), 'My deck/unit 1/a.mp3');
  t.equal(found(files, 'a.mp3'), 'audio_ambiguous');
  t.equal(found(files, 'b.mp3'), 'My deck/b.mp3');
  t.equal(found(files, 'unit 3/c.mp3'), 'audio_missing');
  const deeper = ['x/audio/1/a.mp3', 'x/audio/2/a.mp3'].map((name) => fileOf(name));
  for (const name of ['1/a.mp3', 'audio/1/a.mp3', 'x/audio/1/a.mp3'])
    t.equal(found(deeper, name), 'x/audio/1/a.mp3', name);
  t.equal(found([], 'a.mp3'), 'audio_missing');
});

t.test('IMF-29 a name of another code page is found where nothing else has it', async (t) => {
  const vietnamese = fileOf('audio/tiΩ∞ng.mp3', ['audio/tiÛýng.mp3', 'audio/tiếng.mp3']);
  t.equal(found([vietnamese], 'tiếng.mp3'), 'audio/tiΩ∞ng.mp3');
  t.equal(found([vietnamese], 'audio/TIẾNG.mp3'), 'audio/tiΩ∞ng.mp3');
  t.equal(found([vietnamese, fileOf('tiếng.mp3')], 'tiếng.mp3'), 'tiếng.mp3');
  t.equal(found([vietnamese, { ...vietnamese, name: 'b' }], 'tiếng.mp3'), 'audio_ambiguous');
});
