import { createHash } from 'node:crypto';
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { CARD_AUDIO_MAX } from '../../core/contract/card-limits.ts';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import type { ErrorBody } from '../../core/contract/errors.ts';
import { audioExtension } from '../../core/files/audio-type.ts';
import { startApi } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';
import { type FormFields, type FormFile, fileOf, formOf, MP3 } from './card-form.ts';
import { jpegOf } from './pictures-made.ts';

const api = await startApi(t);
const [teacher, stranger] = [await api.register('teacher'), await api.register('teacher')];
const deck = await api.addDeck(teacher.id, 0);
const { DATA_DIR } = api.services.config;
const UPLOADS = join(DATA_DIR, 'uploads');
const STORED = join(DATA_DIR, 'storage/cards');
const CARDS = `/api/decks/${deck.id}/cards`;
const SIDES = { front: 'remember', back: 'nhớ' };

type CardAnswer = { success: true; data: Card };
const send = async <T = CardAnswer>(
  fields: FormFields,
  { method = 'POST' as 'POST' | 'PATCH', path = CARDS, token = teacher.token } = {},
) => api.raw<T>(method, path, { token, ...formOf(fields) });
const sendAudio = <T = CardAnswer>(audio_file: FormFile) => send<T>({ ...SIDES, audio_file });

const stored = () => (existsSync(STORED) ? readdirSync(STORED) : []);
const nothingWaits = () => until(async () => readdirSync(UPLOADS).length === 0);
const cardCount = async () =>
  (await teacher.data('GET /api/decks/:deckId/cards', { params: { deckId: deck.id } })).length;
const addressOf = (bytes: Uint8Array, extension: string) =>
  `/storage/cards/${createHash('sha256').update(bytes).digest('hex')}.${extension}`;

const zeros = (bytes: number) => Buffer.alloc(bytes);
const box = (text: string) => Buffer.concat([Buffer.from([0, 0, 0, 28]), Buffer.from(text), zeros(40)]);
const frame = (header: number[], length: number) =>
  Buffer.concat([Buffer.from(header), zeros(length - header.length)]);
const mp3Frame = frame([0xff, 0xfb, 0x90, 0x00], 417);
const aacFrame = frame([0xff, 0xf1, 0x50, 0x80, 0x0c, 0xe0, 0xfc], 103);
/** A tag of ID3 with so many bytes of padding; its length stands in seven bits a byte. */
const id3 = (padding: number, flags = 0): Buffer =>
  Buffer.concat([
    Buffer.from([0x49, 0x44, 0x33, 4, 0, flags, 0, 0, (padding >> 7) & 0x7f, padding & 0x7f]),
    zeros(padding),
    ...(flags ? [Buffer.from('3DI\x04\0\x10\0\0\0\0')] : []),
  ]);
const apeTag = Buffer.concat([Buffer.from('APETAGEX\xd0\x07\0\0\x40\0\0\0', 'latin1'), zeros(16 + 64)]);
const mp3Frames = (count = 6): Buffer => Buffer.concat(Array.from({ length: count }, () => mp3Frame));
const aacFrames = Buffer.concat([aacFrame, aacFrame]);
const xing = frame([0xff, 0xfb, 0x90, 0x64], 417);
xing.write('Xing', 36);
/** The header of a box, and what is in it. */
const boxOf = (name: string, content: Buffer | string): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from(content as string)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
};
const AUDIO: [what: string, bytes: Buffer, extension: string][] = [
  ['a real MP3', MP3, 'mp3'],
  ['an MP3 with a tag', Buffer.concat([id3(10), mp3Frame]), 'mp3'],
  ['an MP3 of frames only', mp3Frames(3), 'mp3'],
  ['WAV', Buffer.from('RIFF\x24\0\0\0WAVEfmt '), 'wav'],
  ['Ogg Opus', Buffer.concat([Buffer.from('OggS'), zeros(24), Buffer.from('OpusHead')]), 'ogg'],
  ['M4A', box('ftypM4A '), 'm4a'],
  ['MP4', box('ftypisom'), 'm4a'],
  ['AAC', aacFrames, 'aac'],
  ['WebM', Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm', 'latin1'), 'webm'],
  ['FLAC', Buffer.from('fLaC\0\0\0\x22'), 'flac'],
];

const ODD_AUDIO: typeof AUDIO = [
  ['an MP3 with zeros before its frames', Buffer.concat([zeros(700), mp3Frames()]), 'mp3'],
  [
    'an MP3 with other bytes before its frames',
    Buffer.concat([Buffer.from('junk\xff\xfbmore', 'latin1'), MP3]),
    'mp3',
  ],
  ['a short MP3 with bytes before its frames', Buffer.concat([Buffer.from('ab'), mp3Frames(2)]), 'mp3'],
  ['an MP3 with stray bytes between frames', Buffer.concat([mp3Frames(1), zeros(9), mp3Frames()]), 'mp3'],
  ['an MP3 with zeros behind its tag', Buffer.concat([id3(20), zeros(300), mp3Frames()]), 'mp3'],
  ['an MP3 with two tags', Buffer.concat([id3(200), id3(30), mp3Frames()]), 'mp3'],
  ['an MP3 with a tag and its footer', Buffer.concat([id3(30, 0x10), mp3Frames()]), 'mp3'],
  ['an MP3 with a long tag', Buffer.concat([id3(16_000), id3(16_000), mp3Frames()]), 'mp3'],
  ['an MP3 with a tag of APE before it', Buffer.concat([apeTag, mp3Frames()]), 'mp3'],
  [
    'an MP3 with tags at its end',
    Buffer.concat([Buffer.from('x'), mp3Frames(2), Buffer.from('TAG'), zeros(125)]),
    'mp3',
  ],
  ['an MP3 of variable rate', Buffer.concat([xing, frame([0xff, 0xfb, 0xb0, 0], 626), mp3Frames(1)]), 'mp3'],
  ['an MP3 with checksums', Buffer.concat([frame([0xff, 0xfa, 0x90, 0], 417), mp3Frames()]), 'mp3'],
  ['an MP3 of MPEG 2', Buffer.concat([1, 2, 3].map(() => frame([0xff, 0xf3, 0x84, 0], 192))), 'mp3'],
  ['an MP3 of MPEG 2.5', Buffer.concat([1, 2, 3].map(() => frame([0xff, 0xe3, 0x48, 0], 288))), 'mp3'],
  ['an MP3 of a free rate', Buffer.concat([1, 2, 3, 4].map(() => frame([0xff, 0xfb, 0x00, 0], 850))), 'mp3'],
  ['FLAC with a tag before it', Buffer.concat([id3(40), Buffer.from('fLaC\0\0\0\x22')]), 'flac'],
  ['AAC with a tag before it', Buffer.concat([id3(40), aacFrames]), 'aac'],
  ['M4A whose brand stands second', boxOf('ftyp', 'XAVC\0\0\0\0isomM4A '), 'm4a'],
  ['M4A of other programs', boxOf('ftyp', 'M4B \0\0\0\0'), 'm4a'],
  ['a sound of QuickTime', boxOf('ftyp', 'qt  \0\0\0\0'), 'm4a'],
  ['M4A with its parts in another order', Buffer.concat([boxOf('free', zeros(24)), box('ftypM4A ')]), 'm4a'],
  [
    'M4A with its content first',
    Buffer.concat([boxOf('wide', ''), boxOf('mdat', zeros(99)), boxOf('moov', 'x')]),
    'm4a',
  ],
  [
    'WAV with other parts first',
    Buffer.from('RIFF\xff\xff\xff\xffWAVEJUNK\x04\0\0\0....LIST', 'latin1'),
    'wav',
  ],
  ['WAV that says no length', Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'), 'wav'],
];

t.test('CRD-14 sounds are recognised as players recognise them, whatever stands around', async (t) => {
  for (const [what, bytes, extension] of ODD_AUDIO) t.equal(audioExtension(bytes), extension, what);
  const none: [what: string, bytes: Buffer][] = [
    ['a HEIC that says it can be read as MP4', boxOf('ftyp', 'heic\0\0\0\0mif1iso8')],
    [
      'a text with a lone sync in it',
      Buffer.concat([Buffer.from('text '.repeat(99)), mp3Frame, Buffer.from('text')]),
    ],
    ['a picture', jpegOf(200, 100)],
    ['filling alone', boxOf('free', zeros(24))],
    ['a lone frame of a free rate', Buffer.concat([frame([0xff, 0xfb, 0, 0], 850), zeros(900)])],
  ];
  for (const [what, bytes] of none) t.equal(audioExtension(bytes), undefined, what);
});

for (const [what, bytes, extension] of AUDIO)
  t.test(`API-14 CRD-03 CRD-04 ${what} is stored under its hash, whatever it is called`, async (t) => {
    const { status, body } = await sendAudio(fileOf(bytes, 'x.exe', 'application/x-msdownload'));
    t.same([status, body.data.audio_file], [201, addressOf(bytes, extension)]);
    const played = await api.app.inject(body.data.audio_file!);
    t.same([played.statusCode, played.rawPayload], [200, bytes]);
    t.equal(played.headers['content-disposition'], undefined, 'it is played, not saved');
    t.match(played.headers['content-type'], /^(audio|video)\//);
    await nothingWaits();
  });

t.test('CRD-03 an audio is played with seeking and kept for good', async (t) => {
  const { audio_file } = (await sendAudio(fileOf(MP3))).body.data;
  const part = await api.app.inject({ url: audio_file!, headers: { range: 'bytes=1000-1999' } });
  t.same([part.statusCode, part.rawPayload], [206, MP3.subarray(1_000, 2_000)]);
  t.match(part.headers, {
    'content-range': `bytes 1000-1999/${MP3.length}`,
    'content-type': 'audio/mpeg',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
});

t.test('the same audio is kept once', async (t) => {
  await sendAudio(fileOf(MP3));
  const before = stored();
  const answers = await Promise.all(Array.from({ length: 5 }, () => sendAudio(fileOf(MP3, 'other.wav'))));
  t.same([...new Set(answers.map(({ body }) => body.data.audio_file))], [addressOf(MP3, 'mp3')]);
  t.same(stored(), before);
  await nothingWaits();
});

const NO_AUDIO: [what: string, bytes: Buffer | string][] = [
  ['a program for Windows', 'MZ\x90\0\x03\0\0\0'],
  ['a program for Linux', '\x7fELF\x02\x01\x01'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a text that begins like a tag', 'ID3 tags are explained in this text'],
  ['a text of UTF-16', Buffer.from('\ufeffa text', 'utf16le')],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10])],
  ['a picture in MP4’s wrapping', box('ftypavif')],
  ['an AVI', Buffer.from('RIFF\x24\0\0\0AVI LIST')],
  ['an archive', 'PK\x03\x04'],
  ['Matroska that is no WebM', Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska', 'latin1')],
  ['a lone sync of MPEG', Buffer.concat([mp3Frame, zeros(500)])],
  ['nothing', ''],
  ['a byte', 'x'],
  ['much of nothing', zeros(1024 * 1024)],
];

for (const [what, bytes] of NO_AUDIO)
  t.test(`CRD-04 SL-01 SL-58 ${what} is no audio, whatever it is called`, async (t) => {
    const [files, cards] = [stored(), await cardCount()];
    const { status, body } = await sendAudio<ErrorBody>(fileOf(bytes, 'sound.mp3', 'audio/mpeg'));
    const message = 'The file is not audio that browsers play: MP3, WAV, OGG, M4A, AAC, WebM, FLAC';
    t.equal(status, 422);
    t.same(body, { success: false, message, code: 'not_an_audio_file', errors: { audio_file: [message] } });
    t.same([stored(), await cardCount(), readdirSync(UPLOADS)], [files, cards, []], 'nothing is left of it');
  });

const sized = (bytes: number) => Buffer.concat([MP3, zeros(bytes - MP3.length)]);

t.test('SL-58 an audio of 10 MB is taken, and one of a byte more is not', async (t) => {
  t.equal(CARD_AUDIO_MAX, 10 * 1024 * 1024);
  const largest = sized(CARD_AUDIO_MAX);
  const { status, body } = await sendAudio(fileOf(largest));
  t.equal(status, 201);
  t.equal(body.data.audio_file, addressOf(largest, 'mp3'));
  await nothingWaits();

  const [files, cards] = [stored(), await cardCount()];
  for (const size of [CARD_AUDIO_MAX + 1, CARD_AUDIO_MAX + 5_000_000]) {
    const refused = await sendAudio<ErrorBody>(fileOf(sized(size)));
    const message = 'The audio file must be at most 10 MB';
    t.equal(refused.status, 413);
    t.same(refused.body, {
      success: false,
      message,
      code: 'audio_too_large',
      params: { megabytes: 10 },
      errors: { audio_file: [message] },
    });
  }
  t.same([stored(), await cardCount(), readdirSync(UPLOADS)], [files, cards, []]);
});

t.test('API-15 CRD-08 a change replaces the audio, takes it away, or leaves it', async (t) => {
  const { data } = (await sendAudio(fileOf(MP3))).body;
  const path = `${CARDS}/${data.id}`;
  const change = async (fields: FormFields) => {
    const { status, body } = await send(fields, { method: 'PATCH', path });
    t.equal(status, 200);
    return body.data;
  };
  const [, wav] = AUDIO.find(([what]) => what === 'WAV')!;
  t.same(await change({ level: 'B2' }), { ...data, level: 'B2' }, 'a form without a file');
  t.same(await change({ level: 'B1', audio_file: fileOf('', '') }), { ...data, level: 'B1' }, 'none chosen');
  const replaced = await change({ audio_file: fileOf(wav) });
  t.same(replaced, { ...data, level: 'B1', audio_file: addressOf(wav, 'wav') });
  const json = (body: object) => teacher.raw<CardAnswer>('PATCH', path, { body });
  t.same((await json({ level: null })).body.data, { ...replaced, level: null });
  t.same((await json({ audio_file: null })).body.data, { ...replaced, level: null, audio_file: null });
  const named = await json({ audio_file: '/storage/cards/of-somebody.mp3' });
  t.equal(named.status, 422, 'an address is no file');
});

t.test('CRD-05 SL-01 a card that is refused leaves nothing of its audio', async (t) => {
  const before = stored();
  const audio_file = fileOf(Buffer.concat([mp3Frame, mp3Frame]), 'a.mp3');
  for (const [fields, code] of [
    [{ audio_file, front: 'a' }, 'front_back_required'],
    [{ front: 'a', back: 'x'.repeat(501), audio_file }, 'validation_failed'],
  ] as const) {
    const { status, body } = await send<ErrorBody>(fields);
    t.same([status, body.code], [422, code]);
  }
  t.match(
    await send<ErrorBody>({ audio_file }, { method: 'PATCH', path: `${CARDS}/2147483647` }),
    coded(404, 'card_not_found'),
  );
  t.same(stored(), before);
  await nothingWaits();
});

t.test('API-14 CRD-03 SL-01 a form that is not the one asked for is refused', async (t) => {
  const cards = await cardCount();
  const audio = fileOf(MP3);
  const values: Record<string, string | FormFile> = {
    audio_file: audio,
    picture: audio,
    more: 'x'.repeat(70_000),
  };
  for (const [names, status, code, errors] of [
    ['front back audio_file audio_file', 422, 'validation_failed', ['audio_file']],
    ['front back picture', 422, 'validation_failed', ['picture']],
    ['front front back', 422, 'validation_failed', ['front']],
    ['front back more', 413, 'payload_too_large', []],
    [Array.from({ length: 1_000 }, (_, index) => `field-${index}`).join(' '), 400, 'malformed_request', []],
    ['__proto__ front back', 400, 'malformed_request', []],
  ] as const) {
    const fields = names
      .split(' ')
      .map((name): [string, string | FormFile] => [name, Object.hasOwn(values, name) ? values[name]! : 'x']);
    const { status: answered, body } = await send<ErrorBody>(fields);
    t.same([answered, body.code, Object.keys(body.errors ?? {})], [status, code, errors]);
  }
  t.same((await send([...Object.entries(SIDES), ['more', 'ignored']])).status, 201);
  const without = await sendAudio(fileOf('', '', 'application/octet-stream'));
  t.same([without.status, without.body.data.audio_file], [201, null], 'no file was chosen');
  t.equal(await cardCount(), cards + 2);
  await nothingWaits();
});

t.test('SL-01 a form that is broken is 400, of another type 415', async (t) => {
  const { body, headers } = formOf({ ...SIDES, audio_file: fileOf(MP3) });
  const [, boundary = ''] = headers['content-type']!.split('boundary=');
  const call = (sent: Buffer | string, type: string, method: 'POST' | 'DELETE' = 'POST', path = CARDS) =>
    teacher.raw(method, path, { body: sent, headers: { 'content-type': type } });
  for (const [what, answer] of [
    ['without a boundary', await call(body, 'multipart/form-data')],
    ['cut in the file', await call(body.subarray(0, 3_000), headers['content-type']!)],
    ['cut in a text', await call(body.subarray(0, boundary.length + 60), headers['content-type']!)],
    ['without an end', await call(body.subarray(0, -10), headers['content-type']!)],
    ['of another boundary', await call(body, 'multipart/form-data; boundary=other')],
  ] as const)
    t.same([answer.status, answer.body.code], [400, 'malformed_request'], what);
  t.equal((await call('', headers['content-type']!)).body.code, 'front_back_required', 'an empty form');
  for (const type of ['multipart/mixed; boundary=x', 'text/html', 'application/x-www-form-urlencoded'])
    t.equal((await call(body, type)).status, 415, type);
  t.equal((await call(body, headers['content-type']!, 'DELETE', `${CARDS}/1`)).status, 415);
  t.equal((await call(body, headers['content-type']!, 'POST', '/api/decks')).status, 415);
  await nothingWaits();
});

const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
/** Sends a form as it comes, without saying how long it is. */
const stream = (headers: object, body: ReadableStream, more: RequestInit = {}) =>
  fetch(`${address}${CARDS}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${teacher.token}` },
    body,
    duplex: 'half',
    ...more,
  } as RequestInit);

t.test('SL-03 whose deck it is not is told so before the audio is read', async (t) => {
  const { body, headers } = formOf({ ...SIDES, audio_file: fileOf(sized(1_000_000)) });
  const upload = (token: string, { andThen }: { andThen?: string } = {}) => {
    const answered = new Promise<string>((resolve, reject) => {
      let said = '';
      const head = [
        `POST ${CARDS} HTTP/1.1`,
        'Host: x',
        `Content-Type: ${headers['content-type']}`,
        `Content-Length: ${body.length}`,
        `Authorization: Bearer ${token}`,
      ];
      const socket = connect(Number(new URL(address).port), '127.0.0.1', () => {
        socket.write(`${head.join('\r\n')}\r\n\r\n`);
        socket.write(body.subarray(0, 50_000));
      });
      socket.once('data', () => {
        if (andThen) socket.write(body.subarray(50_000));
        socket.end(andThen ?? '');
      });
      socket.on('data', (data) => (said += data));
      socket.on('error', reject);
      socket.on('close', () => resolve(said));
    });
    return within(answered, 'the upload is answered');
  };
  t.match(await upload(stranger.token), /^HTTP\/1\.1 403 [\s\S]*deck_not_owned/);
  const andThen = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  t.match(
    await upload(stranger.token, { andThen }),
    /^HTTP\/1\.1 403 [\s\S]*deck_not_owned[\s\S]*HTTP\/1\.1 200/,
  );
  t.match(await upload('rubbish'), /^HTTP\/1\.1 401 /);
  await nothingWaits();
});

t.test('SL-58 an upload of unknown length ends once it is too large', async (t) => {
  const { body, headers } = formOf({ ...SIDES, audio_file: fileOf(sized(CARD_AUDIO_MAX + 8_000_000)) });
  const answer = await stream(headers, new Blob([new Uint8Array(body)]).stream());
  t.same([answer.status, ((await answer.json()) as ErrorBody).code], [413, 'audio_too_large']);
  t.same(readdirSync(UPLOADS), []);
});

t.test('an upload whose sender goes away leaves nothing', async (t) => {
  const cards = await cardCount();
  const { body, headers } = formOf({ ...SIDES, audio_file: fileOf(sized(5_000_000)) });
  const leaving = new AbortController();
  let sent = 0;
  const slow = new ReadableStream({
    pull: async (stream) => {
      if (sent < 2_000_000) {
        stream.enqueue(new Uint8Array(body.subarray(sent, sent + 100_000)));
        sent += 100_000;
      } else {
        await until(async () => readdirSync(UPLOADS).length === 1);
        leaving.abort();
      }
    },
  });
  await t.rejects(stream(headers, slow, { signal: leaving.signal }));
  await nothingWaits();
  t.equal(await cardCount(), cards);
});

t.test('what a killed server left of uploads is removed at the next start; no upload at work', async (t) => {
  const [stale, fresh] = [join(UPLOADS, 'stale'), join(UPLOADS, 'fresh')];
  for (const path of [stale, fresh]) writeFileSync(path, 'x');
  const yesterday = new Date(Date.now() - 24 * 60 * 60_000);
  utimesSync(stale, yesterday, yesterday);
  await startApi(t, { databaseUrl: api.databaseUrl, env: { DATA_DIR } });
  t.same(readdirSync(UPLOADS), ['fresh']);
});
