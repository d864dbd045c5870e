import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
  constants,
} from 'node:http2';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import t, { type Test } from 'tap';
import { newClass } from '../classroom/class-calls.ts';
import { startApi, type TestApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { endsWithin, within } from '../harness/within.ts';
import { temporaryFolder } from '../start/launched-product.ts';
import { makeCertificate } from '../start/self-signed.ts';

/** A connection, and what the server has said on it until it closed it. */
async function talk(
  t: Test,
  port: number,
  text: string,
): Promise<{ socket: Socket; closed: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  let said = '';
  socket.on('data', (data) => (said += data));
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(said)));
  await within(new Promise((resolve) => socket.on('connect', resolve)), 'the server takes the connection');
  socket.write(text);
  return { socket, closed: within(closed, 'the server closes the connection') };
}

async function listen(api: TestApi): Promise<number> {
  return Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
}

const field = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${name}\r\n`;
const login = 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

t.test('a body, a head or nothing at all that comes too slowly ends the connection', async (t) => {
  const api = await startApi(t, { env: { REQUEST_TIMEOUT: '1000' } });
  const port = await listen(api);
  const slow = await talk(t, port, `${login}Content-Length: 1000\r\n\r\n{"email":`);
  // One byte now and then keeps nobody waiting.
  const dripping = setInterval(() => slow.socket.write(' '), 100);
  t.teardown(() => clearInterval(dripping));
  const ends = Promise.all([
    slow.closed,
    (await talk(t, port, 'GET /api/me HTTP/1.1\r\nHost: x\r\nX')).closed,
    (await talk(t, port, '')).closed,
  ]);
  if (!(await endsWithin(ends, 30_000))) return t.fail('every connection on which too little comes is ended');
  const [body, head, silence] = await ends;
  t.match(body, /^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*"code":"request_timeout"/);
  t.match(head, /^HTTP\/1\.1 408/);
  t.match(silence, /^(HTTP\/1\.1 408|$)/);
});

t.test('a form may take longer than any other request', async (t) => {
  const api = await startApi(t, { env: { REQUEST_TIMEOUT: '1000' } });
  const port = await listen(api);
  const teacher = await api.register('teacher');
  const deck = await api.addDeck(teacher.id, 0);
  const { socket, closed } = await talk(
    t,
    port,
    `POST /api/decks/${deck.id}/cards HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${teacher.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const send = (text: string) => socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);
  send(field('front'));
  // One that is no form, begun later, has been ended by the server when this one goes on.
  const json = await talk(t, port, `${login}Content-Length: 10\r\n\r\n{`);
  t.match(await json.closed, /408/);
  const next = await talk(t, port, `${login}Content-Length: 10\r\n\r\n{`);
  t.match(await next.closed, /408/);
  send(`${field('back')}--b--\r\n`);
  socket.write('0\r\n\r\n');
  t.match(await closed, /^HTTP\/1\.1 201/);
});

t.test('a process keeps only so many connections', async (t) => {
  const api = await startApi(t, { env: { MAX_CONNECTIONS: '10' } });
  const port = await listen(api);
  for (let count = 0; count < 10; count += 1) await talk(t, port, '');
  await until(
    () => new Promise((resolve) => api.app.server.getConnections((_, open) => resolve(open === 10))),
    'ten connections are open',
  );
  t.equal(await (await talk(t, port, '')).closed, '');
});

t.test('a sender who goes while its body arrives is no error of ours', async (t) => {
  const api = await startApi(t);
  const port = await listen(api);
  const responses: ServerResponse[] = [];
  api.app.server.on('request', (_request, response) => responses.push(response));
  const { socket } = await talk(t, port, `${login}Content-Length: 1000\r\n\r\n{"email":`);
  await until(() => responses.length === 1, 'the request has begun');
  socket.resetAndDestroy();
  // Nobody reads it; what is 5xx is also a line of the log, and raises the alarm.
  await until(() => responses[0]?.statusCode !== 200, 'it has been answered');
  t.equal(responses[0]?.statusCode, 400);
});

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
  const session = connectHttp2(url, { ca });
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
