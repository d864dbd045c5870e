import fc from 'fast-check';
import t from 'tap';
import { createEventStreamParser, type StreamEvent } from '../../../web/lib/live/event-stream-parser.ts';

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
