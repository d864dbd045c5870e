import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { request } from 'node:https';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Test } from 'tap';
import t from 'tap';
import { newClass } from '../classroom/class-calls.ts';
import { startApi, type TestApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { endsWithin, within } from '../harness/within.ts';
import { temporaryFolder } from '../start/launched-product.ts';
import { makeCertificate } from '../start/self-signed.ts';

interface Secure {
  api: TestApi;
  url: string;
  ca: Buffer;
}

async function startSecure(t: Test, env: Record<string, string> = {}): Promise<Secure> {
  const files = makeCertificate(temporaryFolder(t), 'localhost');
  const api = await startApi(t, { env: { ...files, ...env } });
  const { port } = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
  return { api, url: `https://localhost:${port}`, ca: readFileSync(files.TLS_CERT_FILE) };
}

async function openSession(t: Test, { url, ca }: Secure): Promise<ClientHttp2Session> {
  const session = connect(url, { ca });
  t.teardown(() => session.destroy());
  session.on('error', () => {});
  await within(once(session, 'connect'), 'the connection is there');
  return session;
}

interface StreamAnswer {
  status: number | undefined;
  headers: Record<string, unknown>;
  text: string;
}

function answerOn(stream: ClientHttp2Stream): Promise<StreamAnswer> {
  const answer: StreamAnswer = { status: undefined, headers: {}, text: '' };
  stream.setEncoding('utf8');
  stream.on('error', () => {});
  stream.on('response', (headers) => {
    answer.status = headers[':status'];
    answer.headers = headers;
  });
  stream.on('data', (text: string) => (answer.text += text));
  return within(new Promise((resolve) => stream.on('close', () => resolve(answer))), 'the stream closes');
}

const json = { 'content-type': 'application/json' };

t.test('SL-95 with a certificate it speaks HTTP/2, and HTTP/1.1 with those who know no other', async (t) => {
  const secure = await startSecure(t);
  const { api, ca, url } = secure;
  const student = await api.register();
  const session = await openSession(t, secure);
  t.equal(session.alpnProtocol, 'h2');
  const authorization = `Bearer ${student.token}`;
  const [me, batch, missing] = await Promise.all([
    answerOn(session.request({ ':path': '/api/me', authorization })),
    answerOn(session.request({ ':path': '/api/batch?path=%2Fapi%2Fme', authorization })),
    answerOn(session.request({ ':path': '/api/nowhere', authorization })),
  ]);
  t.match(me, { status: 200, headers: { 'strict-transport-security': /max-age/ } });
  t.match(JSON.parse(me.text), { success: true, data: { id: student.id } });
  t.ok(batch.status, 'a batch is answered');
  t.equal(missing.status, 404);
  const login = session.request({ ':path': '/api/login', ':method': 'POST', ...json });
  login.end(JSON.stringify({ email: student.email, password: student.password }));
  t.match(JSON.parse((await answerOn(login)).text), { success: true });

  const old = await new Promise<string | undefined>((resolve, reject) => {
    // Node's own client of HTTP/1 offers nothing newer.
    request(`${url}/healthz`, { ca, agent: false }, (answer) => {
      resolve(`${answer.httpVersion} ${answer.statusCode}`);
      answer.resume();
    })
      .on('error', reject)
      .end();
  });
  t.equal(old, '1.1 200');
});

t.test('SL-95 a form and a stream of events come over HTTP/2 as over HTTP/1.1', async (t) => {
  const secure = await startSecure(t);
  const { api } = secure;
  const teacher = await api.register('teacher');
  const deck = await api.addDeck(teacher.id, 0);
  const session = await openSession(t, secure);
  const authorization = `Bearer ${teacher.token}`;
  const field = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${name}\r\n`;
  const form = session.request({
    ':path': `/api/decks/${deck.id}/cards`,
    ':method': 'POST',
    'content-type': 'multipart/form-data; boundary=b',
    authorization,
  });
  form.end(`${field('front')}${field('back')}--b--\r\n`);
  t.equal((await answerOn(form)).status, 201);

  const classId = await newClass(teacher, deck.id);
  const live = session.request({ ':path': `/api/classes/${classId}/live`, authorization });
  let heard = '';
  live.setEncoding('utf8');
  live.on('data', (text: string) => (heard += text));
  await until(() => heard.includes('event: ready'), 'the stream of the class is ready');
  live.close();
});

t.test('SL-95 what comes too slowly over HTTP/2 is ended as well, but for a form', async (t) => {
  const secure = await startSecure(t, { REQUEST_TIMEOUT: '1000' });
  const { api } = secure;
  const teacher = await api.register('teacher');
  const deck = await api.addDeck(teacher.id, 0);
  const session = await openSession(t, secure);
  const form = session.request({
    ':path': `/api/decks/${deck.id}/cards`,
    ':method': 'POST',
    'content-type': 'multipart/form-data; boundary=b',
    authorization: `Bearer ${teacher.token}`,
  });
  const made = answerOn(form);
  const field = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${name}\r\n`;
  form.write(field('front'));
  const slow = session.request({ ':path': '/api/login', ':method': 'POST', ...json });
  slow.write('{"email":');
  const dripping = setInterval(() => slow.writable && slow.write(' '), 100);
  t.teardown(() => clearInterval(dripping));
  const ended = await answerOn(slow);
  clearInterval(dripping);
  t.equal(ended.status, 408);
  t.match(JSON.parse(ended.text), { success: false, code: 'request_timeout' });
  form.end(`${field('back')}--b--\r\n`);
  t.equal((await made).status, 201, 'the form on the same connection goes on');
  t.ok(await endsWithin(once(session, 'close'), 30_000), 'a connection without a call is closed');
});

t.test('SL-95 a head of HTTP/2 that never ends keeps no connection', async (t) => {
  const secure = await startSecure(t, { REQUEST_TIMEOUT: '1000' });
  const socket: TLSSocket = connectTls({
    port: Number(new URL(secure.url).port),
    host: 'localhost',
    ca: secure.ca,
    ALPNProtocols: ['h2'],
  });
  t.teardown(() => socket.destroy());
  socket.on('error', () => {});
  await within(once(socket, 'secureConnect'), 'the connection is there');
  const frame = (type: number, flags: number, stream: number, payload: Buffer) => {
    const head = Buffer.alloc(9);
    head.writeUIntBE(payload.length, 0, 3);
    head.writeUInt8(type, 3);
    head.writeUInt8(flags, 4);
    head.writeUInt32BE(stream, 5);
    return Buffer.concat([head, payload]);
  };
  const [SETTINGS, HEADERS, CONTINUATION] = [4, 1, 9];
  const method = Buffer.from([0x82]);
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  socket.write(frame(SETTINGS!, 0, 0, Buffer.alloc(0)));
  socket.write(frame(HEADERS!, 0, 1, method));
  socket.resume();
  const dripping = setInterval(() => socket.write(frame(CONTINUATION!, 0, 1, Buffer.alloc(0))), 200);
  t.teardown(() => clearInterval(dripping));
  t.ok(await endsWithin(once(socket, 'close'), 30_000), 'it is closed');
});

t.test('SL-95 who goes away while a body arrives over HTTP/2 leaves nothing behind', async (t) => {
  const secure = await startSecure(t);
  const session = await openSession(t, secure);
  const slow = session.request({ ':path': '/api/login', ':method': 'POST', ...json });
  slow.on('error', () => {});
  slow.write('{"email":');
  const [arriving] = await once(secure.api.app.server, 'request');
  slow.close(constants.NGHTTP2_CANCEL);
  await until(() => arriving.stream.destroyed, 'the server knows that the sender has gone');
  const after = await answerOn(session.request({ ':path': '/healthz' }));
  t.equal(after.status, 200, 'the connection goes on');
});

t.test('SL-95 what is too much is refused over HTTP/2, and the connection goes on', async (t) => {
  const secure = await startSecure(t, { REQUESTS_AT_ONCE: '1', REQUEST_WAIT_MAX: '1' });
  const session = await openSession(t, secure);
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => answerOn(session.request({ ':path': '/api/nowhere' }))),
  );
  const refused = answers.filter(({ status }) => status === 503);
  t.ok(refused.length > 0, 'some are refused');
  for (const { headers, text } of refused) {
    t.match(headers['retry-after'], /^[1-4]$/);
    t.match(JSON.parse(text), { code: 'overloaded' });
  }
  await until(async () => {
    const { status } = await answerOn(session.request({ ':path': '/api/nowhere' }));
    return status === 401 || status === 404;
  }, 'later ones are taken');
});

t.test('SL-95 a server that ends closes its connections of HTTP/2', async (t) => {
  const secure = await startSecure(t);
  const session = await openSession(t, secure);
  t.equal((await answerOn(session.request({ ':path': '/healthz' }))).status, 200);
  const closed = within(once(session, 'close'), 'the connection is closed');
  await within(secure.api.app.close(), 'the server ends');
  await closed;
});
