import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import { type FormFields, fileOf } from '../card/card-form.ts';
import { pngOf } from '../card/pictures-made.ts';
import { download } from '../deck-export/exported-deck.ts';
import { startApi } from '../harness/api-harness.ts';
import { columns } from '../harness/columns.ts';
import { packageOf } from './anki/given-anki-packages.ts';
import { zipOf } from './archive/given-archives.ts';
import { importCalls, jsonOf } from './import-calls.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const calls = importCalls(api, admin);

const AUDIO = join(import.meta.dirname, '../../content/official-decks/audio');
/** Sounds by names of ours, each of another content. */
const SOUNDS = readdirSync(AUDIO)
  .sort()
  .slice(0, 12)
  .map((name) => readFileSync(join(AUDIO, name)));
const sound = (nth: number) => SOUNDS[nth - 1]!;
/** A picture, which is known by its width. */
const picture = (width: number) => pngOf(width, 5);

const FILES: Record<string, Buffer> = {
  ...Object.fromEntries(SOUNDS.map((bytes, index) => [`s${index + 1}.mp3`, bytes])),
  ...Object.fromEntries([1, 2, 3, 4].map((width) => [`p${width}.png`, picture(width)])),
  's1;s2.mp3': sound(12),
};
const archive = async () => fileOf(await zipOf(FILES), 'files.zip', 'application/zip');
const sent = (names: string[]) =>
  names.map((name): [string, ReturnType<typeof fileOf>] => ['audio_files', fileOf(FILES[name]!, name)]);

const addresses = new Map<string, string>();
/** What is on cards: of each use the names of its files, the own one first. */
const filesOf = (cards: readonly Card[]) =>
  cards.map(({ front, audio_file, front_picture, back_picture, further_files }) => {
    const further = further_files ?? [];
    const shown = (one: { width: number; alt: string }) => `${one.width}${one.alt && ` ${one.alt}`}`;
    const of = (side: 'front' | 'back') =>
      [...[side === 'front' ? front_picture : back_picture].filter((one) => one !== null)]
        .concat(further.filter((one) => one.kind === 'picture' && one.side === side) as [])
        .map(shown);
    const heard = [audio_file, ...further.filter((one) => one.kind === 'audio').map((one) => one.file)];
    return [
      front,
      heard.flatMap((file) => (file === null ? [] : [addresses.get(file) ?? file])),
      of('front'),
      of('back'),
    ];
  });

await (async () => {
  const names = SOUNDS.map((_, index) => `s${index + 1}.mp3`);
  const cards = names.map((audio) => ({ front: audio, back: 'x', audio }));
  const done = await calls.import({
    title: 'Sounds',
    json_file: jsonOf(cards),
    audio_archive: await archive(),
  });
  for (const { front, audio_file } of await calls.cards(done.deck_id))
    addresses.set(audio_file!, front.replace('.mp3', ''));
})();

const imported = async (fields: FormFields) => {
  const done = await calls.import(fields);
  return { ...done, files: filesOf(await calls.cards(done.deck_id)) };
};

t.test('IMF-35 CRD-15 several files of a field come along, however a file names them', async (t) => {
  const audio_archive = await archive();
  const json = await imported({
    title: 'As JSON',
    json_file: jsonOf([
      {
        front: 'cat',
        back: 'mèo',
        audio: ['s1.mp3', 's2.mp3', 's1.mp3', null],
        front_picture: ['p1.png', 'p2.png'],
        front_picture_alt: ['', 'two; or three'],
        back_picture: ['p3.png', 'p4.png'],
        back_picture_alt: 'three',
      },
      { front: 'dog', back: 'chó', audio: 's1.mp3; s2.mp3' },
      { front: 'cow', back: 'bò', audio: 's1;s2.mp3' },
      { front: 'bird', back: 'chim', audio: ['lost.mp3', 's3.mp3'], back_picture: [] },
    ]),
    audio_archive,
  });
  t.same(json.files, [
    ['cat', ['s1', 's2'], ['1', '2 two; or three'], ['3 three', '4']],
    ['dog', ['s1', 's2'], [], []],
    ['cow', ['s12'], [], []],
    ['bird', ['s3'], [], []],
  ]);
  t.match(
    columns(
      json.errors.filter(({ row }) => row !== null),
      'severity',
      'row',
      'code',
    ),
    [['warning', 4, 'audio_missing']],
  );

  const table = [
    'front,back,audio,front picture,front picture alt',
    'cat,mèo,"s1.mp3\ns2.mp3","p1.png\np2.png","\nthe second"',
    'dog,chó,s1.mp3; s2.mp3,p1.png | p2.png,only one',
    'cow,bò,s1;s2.mp3,p1.png,"one\nof lines"',
    'bird,chim,"[sound:s3.mp3][sound:s4.mp3]",,',
    'fish,cá,"s1.mp3, s2.mp3",,',
  ].join('\n');
  const csv = await imported({
    title: 'As a table',
    json_file: fileOf(Buffer.from(table), 'cards.csv', 'text/csv'),
    audio_archive,
  });
  t.same(csv.files, [
    ['cat', ['s1', 's2'], ['1', '2 the second'], []],
    ['dog', ['s1', 's2'], ['1 only one', '2'], []],
    ['cow', ['s12'], ['1 one\nof lines'], []],
    ['bird', ['s3', 's4'], [], []],
    ['fish', ['s1', 's2'], [], []],
  ]);

  const text =
    '#separator:tab\n#html:true\ncat[sound:s1.mp3]<img src="p1.png"><img src="p2.png" alt="b">\tmèo[sound:s2.mp3]\n';
  const html = await imported({
    title: 'As text of Anki',
    json_file: fileOf(Buffer.from(text), 'notes.txt', 'text/plain'),
    audio_archive,
  });
  t.same(html.files, [['cat', ['s1', 's2'], ['1', '2 b'], []]]);
});

t.test('IMF-35 a field that is sent is the whole list; what was not sent stays on the card', async (t) => {
  const title = 'Again';
  const cardOf = (fields: object) => ({
    title,
    json_file: jsonOf([{ id: 'a', front: 'cat', back: 'mèo', ...fields }]),
  });
  const both = { audio: ['s1.mp3', 's2.mp3'], front_picture: ['p1.png', 'p2.png'] };
  await imported({ ...cardOf(both), audio_archive: await archive() });
  const first = [['cat', ['s1', 's2'], ['1', '2'], []]];

  const rows: [what: string, fields: object, names: string[], expected: unknown[][], changed: number][] = [
    ['none of the fields', {}, [], first, 0],
    ['named, and not sent', both, [], first, 0],
    [
      'one more sound, and it alone is sent',
      { audio: ['s1.mp3', 's2.mp3', 's3.mp3'] },
      ['s3.mp3'],
      [['cat', ['s1', 's2', 's3'], ['1', '2'], []]],
      1,
    ],
    [
      'the same again',
      { audio: ['s1.mp3', 's2.mp3', 's3.mp3'] },
      ['s3.mp3'],
      [['cat', ['s1', 's2', 's3'], ['1', '2'], []]],
      0,
    ],
    ['another sound alone', { audio: 's4.mp3' }, ['s4.mp3'], [['cat', ['s4'], ['1', '2'], []]], 1],
    [
      'pictures of the other side, of which one lacks',
      { back_picture: ['p3.png', 'lost.png', 'p4.png'] },
      ['p3.png', 'p4.png'],
      [['cat', ['s4'], ['1', '2'], ['3', '4']]],
      1,
    ],
    [
      'another picture, beside one that lacks',
      { front_picture: ['lost.png', 'p4.png'], front_picture_alt: ['', 'four'] },
      ['p4.png'],
      [['cat', ['s4'], ['1', '2', '4 four'], ['3', '4']]],
      1,
    ],
    [
      'the other way round',
      { front_picture: ['p2.png', 'p1.png'] },
      ['p1.png', 'p2.png'],
      [['cat', ['s4'], ['2', '1'], ['3', '4']]],
      1,
    ],
  ];
  for (const [what, fields, names, expected, changed] of rows) {
    const done = await imported([...Object.entries(cardOf(fields)), ...sent(names)]);
    t.same(done.files, expected, what);
    t.match(done.report, { cards_new: 0, cards_changed: changed, cards_unchanged: 1 - changed }, what);
  }
});

t.test('IMF-35 IMF-31 CRD-15 what is too much is named, and what none can play or see', async (t) => {
  const all = SOUNDS.map((_, index) => `s${index + 1}.mp3`);
  const files = { ...FILES, 'bad.mp3': Buffer.from('no sound'), 'bad.png': Buffer.from('no picture') };
  const done = await imported({
    title: 'Too many',
    json_file: jsonOf([
      { front: 'many', back: 'nhiều', audio: all },
      { front: 'bad', back: 'hỏng', audio: ['s1.mp3', 'bad.mp3'], back_picture: ['bad.png', 'p1.png'] },
    ]),
    audio_archive: fileOf(await zipOf(files), 'files.zip', 'application/zip'),
  });
  t.same(done.status, 'completed');
  t.same(done.files, [
    ['many', all.slice(0, 9).map((name) => name.replace('.mp3', '')), [], []],
    ['bad', ['s1'], [], ['1']],
  ]);
  const found = done.errors.filter(({ code }) => code !== 'audio_unused');
  t.match(columns(found, 'severity', 'row', 'code'), [
    ['warning', 1, 'files_left_out'],
    ['warning', 2, 'audio_not_playable'],
    ['warning', 2, 'picture_unreadable'],
  ]);
  t.match(found[0], { field: 'audio', params: { max: 9, count: 3 } });

  const json_file = jsonOf([
    { front: 'bad', back: 'hỏng', audio: ['bad.mp3', 's1.mp3'] },
    { front: '🔊', back: 'not to be played', audio: ['bad.mp3', 's2.mp3'] },
    { front: '🔊', back: 'not there', audio: ['lost.mp3', 's2.mp3'] },
    { front: '🔊', back: 'heard', audio: ['s3.mp3', 'bad.mp3'] },
  ]);
  const audio_archive = fileOf(await zipOf(files), 'files.zip', 'application/zip');
  const own = await imported({ title: 'Own sounds', json_file, audio_archive, leave_out: '1' });
  t.same(own.files, [
    ['bad', ['s1'], [], []],
    ['🔊', ['s3'], [], []],
  ]);
  const wrong = own.errors.filter(({ code }) => code !== 'audio_unused');
  t.same(columns(wrong, 'severity', 'row', 'code'), [
    ['error', 3, 'front_required'],
    ['error', 2, 'only_sound'],
    ['warning', 3, 'audio_missing'],
    ['warning', 1, 'audio_not_playable'],
  ]);
  const paths = await calls.import({
    title: 'Paths',
    json_file: jsonOf([{ front: 'out', back: 'ngoài', audio: ['s1.mp3', '../x.mp3'] }]),
  });
  t.match(paths.errors, [{ severity: 'error', row: 1, code: 'audio_path_refused' }]);
});

t.test('IMF-35 a check lists the files of a row without those that cannot come', async (t) => {
  const bad = { 'bad.mp3': Buffer.from('no sound'), 'bad.png': Buffer.from('no picture') };
  const { id } = await calls.import({
    title: 'Checked',
    check_only: '1',
    json_file: jsonOf([
      {
        front: 'cat',
        back: 'mèo',
        audio: ['s1.mp3', 'lost.mp3', 's2.mp3'],
        back_picture: 'lost.png; p1.png',
      },
      { front: 'dog', back: 'chó', audio: ['lost.mp3', 'gone.mp3'] },
      { front: 'cow', back: 'bò', audio: ['s1.mp3', 'bad.mp3'], front_picture: ['bad.png', 'p2.png'] },
    ]),
    audio_archive: fileOf(await zipOf({ ...FILES, ...bad }), 'files.zip', 'application/zip'),
  });
  const { body } = await admin.call('GET /api/admin/imports/:importId/cards', {
    params: { importId: id },
    query: {},
  });
  t.match(body.data, [
    { audio: 's1.mp3\ns2.mp3', back_picture: 'p1.png' },
    { audio: null },
    { audio: 's1.mp3', front_picture: 'p2.png', problems: { length: 2 } },
  ]);
});

t.test('IMF-35 CRD-15 PIC-11 further sounds and pictures of Anki come, go and come back', async (t) => {
  const types = [
    {
      id: 5,
      fields: ['Word', 'Meaning', 'Sounds', 'Unseen'],
      templates: [
        ['{{Word}}', '{{FrontSide}}<hr>{{Meaning}}{{Sounds}}'],
        ['{{Meaning}}', '{{Word}}'],
      ] as [string, string][],
    },
    {
      id: 6,
      fields: ['Text', 'Extra'],
      isCloze: true,
      templates: [['{{cloze:Text}}', '{{cloze:Text}}{{Extra}}']] as [string, string][],
    },
    {
      id: 7,
      fields: ['Word', 'Audio', 'Sentence', 'Slow', 'Meaning'],
      templates: [
        ['{{Audio}}', '{{Word}}'],
        ['{{Sentence}}', '{{Slow}}{{Word}}{{Audio}}'],
        ['{{Word}}', '{{Meaning}}{{#Slow}}{{Sentence}}{{/Slow}}{{Slow}}'],
      ] as [string, string][],
    },
  ];
  const media = Object.fromEntries(Object.entries(FILES).filter(([name]) => /^[sp]\d\./.test(name)));
  const bytes = await packageOf(t.testdir(), {
    version: 3,
    types,
    notes: [
      {
        ...{ guid: 'a', type: 5, ords: [0, 1] },
        fields: [
          'cat[sound:s1.mp3][sound:s2.mp3]<img src="p1.png" alt="one"><img src="p2.png">',
          'mèo<img src="p3.png"><img src="p4.png" alt="four">',
          '[sound:s3.mp3][sound:film.mp4]',
          '[sound:s4.mp3]',
        ],
      },
      {
        ...{ guid: 'b', type: 6, ords: [0] },
        fields: ['Sun <img src="p1.png"> is {{c1::hot [sound:s5.mp3]}}', '[sound:s6.mp3]<img src="p2.png">'],
      },
      {
        ...{ guid: 'c', type: 7, ords: [0, 1, 2] },
        fields: ['dog', '[sound:s1.mp3]', '[sound:s2.mp3][sound:s3.mp3]', '[sound:s4.mp3]', 'chó'],
      },
    ],
    media: { ...media, 'film.mp4': Buffer.of(1) },
  });
  const title = 'From Anki';
  const file = fileOf(bytes, 'deck.apkg');
  const done = await imported({ title, json_file: file });
  const expected = [
    ['cat', ['s1', 's2', 's3'], ['1 one', '2'], ['3', '4 four']],
    ['mèo', ['s1', 's2'], ['3', '4 four'], ['1 one', '2']],
    ['Sun is […]', ['s5', 's6'], ['1'], ['2']],
    // As each of its cards is heard.
    ['🔊', ['s1'], [], []],
    ['🔊', ['s2', 's3', 's4', 's1'], [], []],
    ['dog', ['s1', 's2', 's3', 's4'], [], []],
  ];
  t.same(done.files, expected);
  t.match(done.report, { anki: { pictures: 0, videos: 1 } });
  const unchanged = { cards_new: 0, cards_changed: 0, cards_unchanged: 6, cards_missing: 0 };
  t.match((await imported({ title, json_file: file })).report, unchanged);

  const zip = (await download(api, admin.token, done.deck_id!, 'zip')).bytes;
  for (const format of ['zip', 'csv', 'apkg'] as const) {
    const exported = (await download(api, admin.token, done.deck_id!, format)).bytes;
    const fields = {
      json_file: fileOf(exported, `deck.${format}`, 'application/octet-stream'),
      ...(format === 'csv' && { audio_archive: fileOf(zip, 'deck.zip', 'application/zip') }),
    };
    t.same((await imported({ ...fields, title, as_new: '1' })).files, expected, format);
    t.match((await imported({ ...fields, title })).report, unchanged, `${format} again`);
  }
});
