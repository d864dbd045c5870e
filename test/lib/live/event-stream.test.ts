import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { addressOf } from '../../../core/address.ts';
import {
  createEventStreamParser,
  openEventStream,
  type StreamEvent,
} from '../../../web/lib/live/live-line.ts';
import { until } from '../../harness/until.ts';
import { within } from '../../harness/within.ts';
import { memoryStorage } from '../kept/memory-storage.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function parsed(chunks: Uint8Array[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const parse = createEventStreamParser((event) => events.push(event));
  for (const chunk of chunks) parse(chunk);
  return events;
}

const whole = (text: string) => parsed([encode(text)]);

t.test('an event has a name and data, and ends with a blank line', async (t) => {
  t.same(whole('event: changed\ndata: {}\n\n'), [{ type: 'changed', data: '{}' }]);
  t.same(whole('data: one\n\ndata: two\n\n'), [
    { type: 'message', data: 'one' },
    { type: 'message', data: 'two' },
  ]);
  t.same(whole('event: changed\ndata: {}\n'), [], 'not ended yet');
});

t.test('the examples of the HTML standard', async (t) => {
  t.same(
    whole(': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n'),
    [
      { type: 'message', data: 'first event' },
      { type: 'message', data: 'second event' },
      { type: 'message', data: ' third event' },
    ],
  );
  t.same(whole('data: YHOO\ndata: +2\ndata: 10\n\n'), [{ type: 'message', data: 'YHOO\n+2\n10' }]);
  t.same(whole('data\n\ndata\ndata\n\ndata:'), [
    { type: 'message', data: '' },
    { type: 'message', data: '\n' },
  ]);
});

t.test('a name without data is no event and does not stick to the next one', async (t) => {
  t.same(whole('event: lost\n\ndata: x\n\n'), [{ type: 'message', data: 'x' }]);
});

t.test('comments and unknown fields say nothing', async (t) => {
  t.same(whole(': sign of life\n\nretry: 10\ncolour: red\n:\n\n'), []);
});

t.test('lines end with CR, LF or both, and a byte order mark is skipped', async (t) => {
  t.same(whole('\uFEFFevent: a\r\ndata: 1\r\n\r\nevent: b\rdata: 2\r\r'), [
    { type: 'a', data: '1' },
    { type: 'b', data: '2' },
  ]);
});

t.test('a CR LF in two pieces is one end of a line', async (t) => {
  t.same(parsed(['data: 1\r', '\ndata: 2\r', '\n', '\r', '\n'].map(encode)), [
    { type: 'message', data: '1\n2' },
  ]);
});

t.test('a letter in two pieces is one letter', async (t) => {
  const bytes = encode('data: nhớ\n\n');
  t.same(parsed([bytes.slice(0, 9), new Uint8Array(), bytes.slice(9)]), [{ type: 'message', data: 'nhớ' }]);
});

const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
const text = fc.string({ unit: 'binary' }).map((any) => any.replace(/[\r\n]/g, '').toWellFormed());
/** An event as it is written, with what is between the lines, and what must be read of it. */
const event = fc.record({
  type: text.map((name) => name.replace(/^ +/, '')),
  data: fc.array(text, { minLength: 1, maxLength: 4 }),
  comment: fc.option(text),
  end: lineEnd,
});

t.test('however the bytes are cut, the same events are read', async (t) => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 5 }),
      fc.boolean(),
      fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 20 }),
      (events, mark, sizes) => {
        const stream = events
          .map(({ type, data, comment, end }) =>
            [
              ...(comment === null ? [] : [`:${comment}`]),
              `event: ${type}`,
              ...data.map((line) => `data: ${line}`),
              '',
              '',
            ].join(end),
          )
          .join('');
        const bytes = encode((mark ? '\uFEFF' : '') + stream);
        const chunks: Uint8Array[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          // At least one byte every round, or it would never end.
          const size = sizes[turn % sizes.length] || (turn % sizes.length === 0 ? 1 : 0);
          chunks.push(bytes.slice(at, at + size));
          at += size;
        }
        const expected = events.map(({ type, data }) => ({ type: type || 'message', data: data.join('\n') }));
        t.strictSame(parsed(chunks), expected);
      },
    ),
  );
});

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
