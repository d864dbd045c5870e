import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Test } from 'tap';
import t from 'tap';
import { startApi, type TestApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { endsWithin, within } from '../harness/within.ts';

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
  const field = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${name}\r\n`;
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
