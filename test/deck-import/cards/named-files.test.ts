import t from 'tap';
import { namesIn, type RowFiles, settledFiles } from '../../../core/deck-import/cards/named-files.ts';

const THERE = ['a.mp3', 'b.mp3', 'a;b.mp3', 'a, b.mp3', 'no ending', 'other one'];

const CELLS: [cell: string, names: string[]][] = [
  ['a.mp3', ['a.mp3']],
  ['', []],
  [' \n ', []],
  ['a.mp3\nb.mp3', ['a.mp3', 'b.mp3']],
  ['a.mp3\r\n\r\nb.mp3', ['a.mp3', 'b.mp3']],
  ['a.mp3; b.mp3', ['a.mp3', 'b.mp3']],
  ['a.mp3;b.mp3;', ['a.mp3', 'b.mp3']],
  ['a.mp3 | b.mp3', ['a.mp3', 'b.mp3']],
  ['a.mp3, lost.mp3', ['a.mp3', 'lost.mp3']],
  ['[sound:a.mp3][sound:b.mp3]', ['a.mp3', 'b.mp3']],
  ['[sound:a.mp3]', ['a.mp3']],
  // Names of files, as they stand.
  ['a;b.mp3', ['a;b.mp3']],
  ['a, b.mp3', ['a, b.mp3']],
  ['a, b.mp3; a;b.mp3', ['a, b.mp3; a;b.mp3']],
  ['a, b.mp3\na;b.mp3', ['a, b.mp3', 'a;b.mp3']],
  ['no ending; other one', ['no ending', 'other one']],
  // One that was not sent.
  ['cat, black.mp3', ['cat, black.mp3']],
  ['folder, x/cat; black.mp3', ['folder, x/cat; black.mp3']],
  ['data:image/png;base64,AAAA', ['data:image/png;base64,AAAA']],
  [
    'https://example.org/a.png; https://example.org/b.png',
    ['https://example.org/a.png', 'https://example.org/b.png'],
  ],
];

t.test('IMF-35 several names in one cell, and names that have separators in them', async (t) => {
  for (const [cell, names] of CELLS)
    t.same(
      namesIn(cell, (name) => THERE.includes(name)),
      names,
      cell,
    );
});

const picture = (name: string) => ({ file: `/storage/cards/${name}`, width: 1, height: 1 });
const NAMED: RowFiles = {
  audio: 'a.mp3',
  front_picture: 'a.svg',
  front_picture_alt: 'a drawing',
  back_picture: null,
  back_picture_alt: 'of before',
  further: [
    { use: 'audio', name: 'b.mp3', alt: null },
    { use: 'audio', name: 'copy of a.mp3', alt: null },
    { use: 'front', name: 'b.png', alt: 'b' },
    { use: 'front', name: 'c.png', alt: null },
  ],
  incomplete: [],
};

t.test('IMF-35 what cannot be stored gives its place to the next; a content counts once', async (t) => {
  const audio = new Map([
    ['a.mp3', '/storage/cards/a'],
    ['copy of a.mp3', '/storage/cards/a'],
    ['b.mp3', '/storage/cards/b'],
  ]);
  const pictures = new Map(['b.png', 'c.png'].map((name) => [name, picture(name)]));
  t.same(settledFiles(NAMED, { audio, pictures }), {
    audio: 'a.mp3',
    audio_file: '/storage/cards/a',
    front_picture: 'b.png',
    front_picture_alt: 'b',
    front_picture_file: picture('b.png'),
    back_picture: null,
    back_picture_alt: 'of before',
    back_picture_file: null,
    further_files: [
      { kind: 'audio', file: '/storage/cards/b' },
      { kind: 'picture', side: 'front', ...picture('c.png'), alt: '' },
    ],
    incomplete: ['front'],
  });
  t.match(settledFiles(NAMED, { audio: new Map(), pictures: new Map() }), {
    audio: 'a.mp3',
    audio_file: null,
    front_picture: 'a.svg',
    front_picture_file: null,
    further_files: null,
    incomplete: ['audio', 'front'],
  });
});
