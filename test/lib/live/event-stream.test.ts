import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { addressOf } from '../../../core/address.ts';
import { openEventStream } from '../../../web/lib/live/event-stream.ts';
import { until } from '../../until.ts';
import { within } from '../../within.ts';
import { memoryStorage } from '../kept/memory-storage.ts';

t.before(() => {
  globalThis.localStorage = memoryStorage();
  globalThis.sessionStorage = memoryStorage();
  localStorage.setItem('token', 'the token');
});

/** A stream from a server that answers like this, and what is reported of it. */
async function given(t: Test, answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await within(once(server, 'listening'), 'the server listens');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const reports: string[] = [];
  const address = addressOf('GET /api/classes/:classId/live', { params: { classId: 1 } });
  const close = openEventStream(`http://127.0.0.1:${port}${address}` as typeof address, {
    onSign: () => reports.push('sign'),
    onEvent: (type) => reports.push(type),
    onRefused: (status) => reports.push(`refused ${status}`),
    onLost: () => reports.push('lost'),
  });
  t.teardown(close);
  return { reports, close, server };
}

const begin = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });

t.test('it asks for a stream with the token, and reports events and signs of life', async (t) => {
  let response: ServerResponse | undefined;
  const { reports } = await given(t, (request, answer) => {
    t.match(request.headers, { accept: 'text/event-stream', authorization: 'Bearer the token' });
    response = answer;
    begin(answer).write('event: ready\ndata: {}\n\n');
  });
  await until(() => reports.length === 2);
  response?.write(': still here\n\n');
  await until(() => reports.length === 3);
  response?.write('event: changed\ndata: {}\n\n');
  await until(() => reports.length === 5);
  response?.end();
  await until(() => reports.length === 6);
  t.same(reports, ['sign', 'ready', 'sign', 'sign', 'changed', 'lost']);
});

t.test('a broken connection is lost, once', async (t) => {
  const { reports, server } = await given(t, (_, answer) =>
    begin(answer).write('event: ready\ndata: {}\n\n'),
  );
  await until(() => reports.includes('ready'));
  server.closeAllConnections();
  await until(() => reports.includes('lost'));
  t.same(reports, ['sign', 'ready', 'lost']);
});

for (const status of [401, 503])
  t.test(`${status} is refused, and nothing is reported afterwards`, async (t) => {
    const { reports } = await given(t, (_, answer) => answer.writeHead(status).end('{}'));
    await until(() => reports.length > 0);
    t.same(reports, [`refused ${status}`]);
  });

t.test('a page in the place of the stream is refused', async (t) => {
  const { reports } = await given(t, (_, answer) =>
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome to our proxy</p>'),
  );
  await until(() => reports.length > 0);
  t.same(reports, ['refused 200']);
});

t.test('what is closed reports nothing, and the server sees it go', async (t) => {
  const gone = Promise.withResolvers<void>();
  const { reports, close } = await given(t, (request, answer) => {
    request.once('close', gone.resolve);
    begin(answer).write('event: ready\ndata: {}\n\n');
  });
  await until(() => reports.includes('ready'));
  close();
  await within(gone.promise, 'the server sees it go');
  t.same(reports, ['sign', 'ready']);
});
