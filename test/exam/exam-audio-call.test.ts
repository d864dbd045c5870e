import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import t from 'tap';
import type { Exam, ExamBody } from '../../core/exam/exam.schema.ts';
import { EXAM_AUDIO_LIMIT } from '../../core/exam/exam-limits.ts';
import { type FormFile, fileOf, MP3 } from '../card/card-form.ts';
import { startApi } from '../harness/api-harness.ts';
import { refused } from '../harness/refused.ts';
import { until } from '../harness/until.ts';
import { dataOf, examCalls, fieldsOf, incomplete, notValid } from './exam-calls.ts';
import { examBody, givenExamClassroom } from './given-exams.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const calls = examCalls(teacher);
const { DATA_DIR } = api.services.config;
const UPLOADS = join(DATA_DIR, 'uploads');
const STORED = join(DATA_DIR, 'storage/exams');

/** A tenth of a second of silence: PCM, 8 kHz, 8 bits, one channel. */
function wav(): Buffer {
  const [rate, bytes] = [8_000, 800];
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, Buffer.alloc(bytes, 0x80)]);
}
const WAV = wav();

const AUDIO = examBody('AB', { main_content_type: 'audio' });
const withAudio = (main_audio: FormFile, body: ExamBody = AUDIO) => ({ ...fieldsOf(body), main_audio });
const send = (file: FormFile) => calls.createByForm(withAudio(file));
const newExam = async (bytes = MP3): Promise<Exam> => dataOf(await send(fileOf(bytes)));

const stored = () => (existsSync(STORED) ? readdirSync(STORED).sort() : []);
const nothingWaits = () => until(() => readdirSync(UPLOADS).length === 0);
const keyOf = (bytes: Uint8Array, extension: string) =>
  `exams/${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
const examCount = async () => dataOf(await calls.list()).length;

for (const [what, bytes, extension, type] of [
  ['an MP3', MP3, 'mp3', 'audio/mpeg'],
  ['a WAV', WAV, 'wav', 'audio/wav'],
] as const)
  t.test(`API-37 API-49 EXM-01 EXM-20 ${what} is stored and played, whatever it is called`, async (t) => {
    for (const file of [fileOf(bytes), fileOf(bytes, 'x.exe', 'application/x-msdownload')]) {
      const { status, body } = await send(file);
      t.equal(status, 201, JSON.stringify(body));
      const main_audio_path = keyOf(bytes, extension);
      t.match(body.data, { main_content_type: 'audio', main_text: null, main_audio_path });
      const played = await api.app.inject({ url: `/storage/${body.data.main_audio_path}` });
      t.same([played.statusCode, played.rawPayload], [200, bytes]);
      t.equal(played.headers['content-type'], type);
      t.equal(played.headers['content-disposition'], undefined, 'it is played, not saved');
    }
    await nothingWaits();
  });

t.test('EXM-16 a student who takes it gets the audio, and hears it with seeking', async (t) => {
  const { exam, students, teacher: owner } = await givenExamClassroom(api);
  dataOf(await examCalls(owner).updateByForm(exam.id, withAudio(fileOf(WAV))));
  const { main_audio_path } = dataOf(await examCalls(students[0]!).open(exam.id));
  t.equal(main_audio_path, keyOf(WAV, 'wav'));
  const part = { url: `/storage/${main_audio_path}`, headers: { range: 'bytes=44-143' } };
  const { statusCode, rawPayload } = await api.app.inject(part);
  t.same([statusCode, rawPayload], [206, WAV.subarray(44, 144)]);
});

const NO_EXAM_AUDIO: [what: string, bytes: Buffer | string][] = [
  ['a program for Windows', 'MZ\x90\0\x03\0\0\0'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['an archive', 'PK\x03\x04'],
  ['an AVI', Buffer.from('RIFF\x24\0\0\0AVI LIST')],
  ['nothing', ''],
  ['much of nothing', Buffer.alloc(1024 * 1024)],
  // Cards take these, exams do not.
  ['Ogg Opus', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead')])],
  ['FLAC', Buffer.from('fLaC\0\0\0\x22')],
  ['M4A', Buffer.concat([Buffer.from('\0\0\0\x1cftypM4A '), Buffer.alloc(40)])],
];

for (const [what, bytes] of NO_EXAM_AUDIO)
  t.test(`EXM-20 SL-01 ${what} under the name of an MP3 is refused, and nothing is left of it`, async (t) => {
    const exam = await newExam();
    const [files, exams] = [stored(), await examCount()];
    const form = withAudio(fileOf(bytes, 'listening.mp3', 'audio/mpeg'));
    for (const { status, body } of [
      await calls.createByForm(form),
      await calls.updateByForm(exam.id, form),
      await calls.postForm(exam.id, { ...form, _method: 'PATCH' }),
    ]) {
      const message = 'Please select a valid audio file (MP3 or WAV)';
      t.equal(status, 422);
      t.same(body, { success: false, message, code: 'not_an_exam_audio', errors: { main_audio: [message] } });
    }
    t.same(dataOf(await calls.get(exam.id)), exam);
    await nothingWaits();
    t.same([stored(), await examCount()], [files, exams]);
  });

const sized = (bytes: number) => Buffer.concat([MP3, Buffer.alloc(bytes - MP3.length)]);

t.test('EXM-21 CX-08 an audio of a byte less than 10 MB is taken, one of 10 MB is not', async (t) => {
  t.equal(EXAM_AUDIO_LIMIT, 10 * 1024 * 1024);
  const largest = sized(EXAM_AUDIO_LIMIT - 1);
  const { status, body } = await send(fileOf(largest));
  t.equal(status, 201);
  t.equal(body.data.main_audio_path, keyOf(largest, 'mp3'));
  await nothingWaits();

  const [files, exams] = [stored(), await examCount()];
  for (const size of [EXAM_AUDIO_LIMIT, EXAM_AUDIO_LIMIT + 8 * 1024 * 1024]) {
    const message = 'Audio file must be less than 10MB';
    const body = { success: false, message, code: 'exam_audio_too_large', errors: { main_audio: [message] } };
    const refusal = await send(fileOf(sized(size)));
    t.same([refusal.status, refusal.body], [413, body]);
  }
  await nothingWaits();
  t.same([stored(), await examCount()], [files, exams]);
});

t.test('EXM-16 API-38 an edit without a file keeps the audio, one with a file replaces it', async (t) => {
  const exam = await newExam();
  const renamed = { ...AUDIO, title: 'Unit 2' };
  const audioAfter = async (answer: ReturnType<typeof calls.update>) => dataOf(await answer).main_audio_path;
  const mp3 = keyOf(MP3, 'mp3');
  t.equal(await audioAfter(calls.updateByForm(exam.id, fieldsOf(renamed))), mp3, 'a form without the field');
  const unchosen = calls.updateByForm(exam.id, withAudio(fileOf('', ''), renamed));
  t.equal(await audioAfter(unchosen), mp3, 'none chosen');
  t.equal(await audioAfter(calls.update(exam.id, renamed)), mp3, 'JSON');
  t.equal(await audioAfter(calls.updateByForm(exam.id, withAudio(fileOf(WAV)))), keyOf(WAV, 'wav'));
  incomplete(t, await send(fileOf('', '')), ['main_audio'], 'a new one has none to keep');
});

t.test('EXM-06 EXM-15 EXM-16 another type of content drops the text or audio of the former', async (t) => {
  const { id } = await newExam();
  const content = async (answer: ReturnType<typeof calls.update>) => {
    const { main_content_type, main_text, main_audio_path } = dataOf(await answer);
    return { main_content_type, main_text, main_audio_path };
  };
  const none = { main_text: null, main_audio_path: null };
  const text = { ...examBody('A'), main_content_type: 'text', main_text: ' Đọc đoạn văn. ' } as const;
  t.same(await content(calls.update(id, text)), {
    ...none,
    main_content_type: 'text',
    main_text: 'Đọc đoạn văn.',
  });
  const gone = await calls.update(id, { ...AUDIO, main_text: text.main_text });
  incomplete(t, gone, ['main_audio'], 'the audio is no longer there');
  t.same(
    await content(calls.updateByForm(id, withAudio(fileOf(WAV), { ...AUDIO, main_text: text.main_text }))),
    { ...none, main_content_type: 'audio', main_audio_path: keyOf(WAV, 'wav') },
  );
  const plain = { ...none, main_content_type: 'none' };
  t.same(await content(calls.update(id, { ...text, main_content_type: 'none' })), plain);
  const files = stored();
  const unused = Buffer.concat([MP3, MP3]);
  t.same(await content(calls.updateByForm(id, withAudio(fileOf(unused), examBody('A')))), plain);
  t.equal(dataOf(await calls.createByForm(withAudio(fileOf(unused), examBody('A')))).main_audio_path, null);
  await nothingWaits();
  t.same(stored(), files, 'a file that the type has no use for is not kept');
});

t.test('EXM-16 an audio that another window takes away meanwhile is missing, not assumed', async (t) => {
  const exam = await newExam();
  const window = await api.pool.connect();
  await window.query(
    `begin; select from projection_checkpoints where projection = 'exam_results' for update`,
  );
  const edit = calls.update(exam.id, { ...AUDIO, title: 'Unit 2' });
  await until(async () => {
    const { rowCount } = await api.pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rowCount === 1;
  });
  await window.query(
    `update exams set main_content_type = 'none', main_audio_path = null where id = ${exam.id}; commit`,
  );
  window.release();
  incomplete(t, await edit, ['main_audio']);
  t.match(dataOf(await calls.get(exam.id)), { title: exam.title, main_content_type: 'none' });
});

t.test('SL-01 a form that is refused leaves nothing of its audio', async (t) => {
  const own = Buffer.concat([MP3, WAV]);
  const exam = await newExam();
  const files = stored();
  const stranger = examCalls(await api.register('teacher'));
  const form = withAudio(fileOf(own));
  refused(t, await stranger.updateByForm(exam.id, form), 'exam_not_owned');
  refused(t, await calls.updateByForm(2_147_483_647, form), 'exam_not_found');
  incomplete(t, await calls.createByForm({ ...form, title: ' ' }), ['title']);
  notValid(t, await calls.createByForm({ ...form, questions: 'x' }), ['questions']);
  await nothingWaits();
  t.same(stored(), files);
  t.same(dataOf(await calls.get(exam.id)), exam);
});

t.test('SL-01 a form’s texts have an end, though it does not say how long it is', async (t) => {
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const exams = await examCount();
  const part = (name: string, text: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  // Each as long as a text may be.
  const text = 'x'.repeat(3 * 1024 * 1024 - 1);
  async function* body(): AsyncGenerator<Buffer> {
    for (let count = 0; count < 8; count++) yield Buffer.from(part(`text ${count}`, text));
    yield Buffer.from('--x--\r\n');
  }
  const answer = await fetch(`${url}/api/exams`, {
    method: 'POST',
    headers: { authorization: `Bearer ${teacher.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    body: ReadableStream.from(body()),
    duplex: 'half',
  } as RequestInit);
  t.equal(answer.status, 413);
  t.match(await answer.json(), { code: 'payload_too_large' });
  t.equal(await examCount(), exams);
});
