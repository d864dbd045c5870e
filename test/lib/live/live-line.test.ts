import t from 'tap';
import type { StreamListener } from '../../../web/lib/live/live-line.ts';
import { createLiveLine, type LiveState } from '../../../web/lib/live/live-line.ts';
import { manualTimers } from '../../desk/manual-timers.ts';

/** A line over streams that the test plays: `streams` has each attempt, `changes` the moment of each change. */
function given(random = 0) {
  const clock = manualTimers();
  const streams: { at: number; listener: StreamListener; closed: boolean }[] = [];
  const states: LiveState[] = [];
  const changes: number[] = [];
  const line = createLiveLine({
    connect: (listener) => {
      const stream = { at: clock.now(), listener, closed: false };
      streams.push(stream);
      return () => {
        stream.closed = true;
      };
    },
    onState: (state) => states.push(state),
    onChange: () => changes.push(clock.now()),
    timing: { after: clock.after, chance: () => random },
  });
  line.open();
  const newest = () => {
    const stream = streams.at(-1);
    if (!stream) throw new Error('No stream was opened');
    return stream;
  };
  return {
    clock,
    line,
    states,
    changes,
    streams,
    newest,
    is: () => states.at(-1) ?? 'connecting',
    send: (event: string) => newest().listener.onEvent(event),
    sign: () => newest().listener.onSign(),
    lose: () => newest().listener.onLost(),
    refuse: (status: number) => newest().listener.onRefused(status),
  };
}

/** One that is live; what was missed before has been read. */
function givenLive() {
  const line = given();
  line.send('ready');
  line.changes.length = 0;
  return line;
}

t.test(
  'a line is live when the server says so, reads what was missed, and passes on each change',
  async (t) => {
    const { states, changes, send, clock } = given();
    await clock.advance(100);
    t.same(states, []);
    send('ready');
    t.same(states, ['live']);
    t.same(changes, [100]);
    await clock.advance(10);
    send('changed');
    send('weather');
    t.same(changes, [100, 110]);
  },
);

t.test('signs of life keep it live; 15 seconds of silence are the end', async (t) => {
  const { clock, sign, is, streams } = givenLive();
  for (let second = 0; second < 60; second += 5) {
    await clock.advance(5_000);
    sign();
  }
  t.equal(is(), 'live');
  await clock.advance(14_999);
  t.equal(is(), 'live');
  await clock.advance(1);
  t.equal(is(), 'reconnecting');
  t.equal(streams[0]?.closed, true);
  await clock.advance(1_000);
  t.equal(streams.length, 2);
});

t.test('a broken line is opened anew after 1, 2, 4, 8, 10 and 10 seconds', async (t) => {
  const { clock, lose, streams } = givenLive();
  const waits: number[] = [];
  for (let round = 0; round < 6; round++) {
    lose();
    const before = clock.now();
    await clock.advance(4_000);
    if (streams.length === round + 1) await clock.advance(6_000);
    waits.push((streams.at(-1)?.at ?? 0) - before);
  }
  t.same(waits, [1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

t.test('the waits differ from tab to tab, by a quarter at most', async (t) => {
  const { clock, lose, streams } = given(0.999);
  lose();
  await clock.advance(750);
  t.equal(streams.length, 1);
  await clock.advance(1);
  t.equal(streams.length, 2);
});

t.test('a line that has lived for 10 seconds makes the next wait short again', async (t) => {
  const { clock, lose, send, streams } = givenLive();
  lose();
  await clock.advance(1_000);
  lose();
  await clock.advance(2_000);
  send('ready');
  await clock.advance(10_000);
  lose();
  await clock.advance(1_000);
  t.equal(streams.length, 4);
});

t.test('what was missed is read after each reconnection', async (t) => {
  const { clock, lose, send, changes, is } = givenLive();
  lose();
  t.equal(is(), 'reconnecting');
  await clock.advance(1_000);
  send('ready');
  t.equal(is(), 'live');
  t.same(changes, [1_000]);
});

t.test('a stream that brings nothing for 5 seconds: the page asks each 5 seconds instead', async (t) => {
  const { clock, is, changes, streams } = given();
  await clock.advance(4_999);
  t.equal(is(), 'connecting');
  await clock.advance(1);
  t.equal(is(), 'polling');
  t.equal(streams[0]?.closed, true);
  await clock.advance(20_000);
  t.same(changes, [5_000, 10_000, 15_000, 20_000, 25_000]);
});

t.test('while it asks, the stream is tried again each minute, without a pause in asking', async (t) => {
  const { clock, is, changes, streams, send } = given();
  await clock.advance(5_000 + 60_000);
  t.equal(streams.length, 2);
  await clock.advance(5_000);
  t.equal(streams[1]?.closed, true);
  t.same(changes.length, 14);
  await clock.advance(60_000);
  t.equal(streams.length, 3);
  t.equal(is(), 'polling');
  send('ready');
  t.equal(is(), 'live');
  changes.length = 0;
  await clock.advance(10_000);
  t.same(changes, [], 'it has stopped asking');
});

t.test('a stream that breaks while the page asks changes nothing', async (t) => {
  const { clock, states, lose, streams } = given();
  await clock.advance(65_000);
  lose();
  await clock.advance(59_999);
  t.equal(streams.length, 2);
  t.same(states, ['polling']);
  await clock.advance(1);
  t.equal(streams.length, 3);
});

t.test('something else than a stream: the page asks instead', async (t) => {
  const { is, refuse } = given();
  refuse(200);
  t.equal(is(), 'polling');
});

for (const status of [429, 500, 502, 503])
  t.test(`${status} is a reason to try again`, async (t) => {
    const { clock, is, refuse, streams } = given();
    refuse(status);
    t.equal(is(), 'reconnecting');
    await clock.advance(1_000);
    t.equal(streams.length, 2);
  });

for (const status of [401, 403, 404])
  t.test(`${status} ends it for good, and the read that follows says why`, async (t) => {
    const { clock, is, refuse, streams, changes, line } = given();
    refuse(status);
    t.equal(is(), 'ended');
    t.equal(changes.length, 1);
    line.wake();
    await clock.advance(600_000);
    t.equal(streams.length, 1);
    t.equal(changes.length, 1);
    t.equal(clock.waiting(), 0);
  });

t.test('the end of the class ends the line', async (t) => {
  const { clock, is, send, changes, streams } = givenLive();
  send('ended');
  t.equal(is(), 'ended');
  t.equal(changes.length, 1);
  t.equal(streams[0]?.closed, true);
  t.equal(clock.waiting(), 0);
});

t.test('the network is back: it is tried at once, but not twice', async (t) => {
  const { clock, line, lose, streams } = givenLive();
  lose();
  line.wake();
  line.wake();
  t.equal(streams.length, 2);
  await clock.advance(2_000);
  t.equal(streams.length, 2);
});

t.test('coming back to a live page opens nothing', async (t) => {
  const { clock, line, is, sign, streams } = givenLive();
  line.hide();
  await clock.advance(14_000);
  sign();
  line.wake();
  await clock.advance(14_000);
  t.equal(is(), 'live');
  t.equal(streams.length, 1);
});

t.test('a page hidden for a minute asks nothing until it is seen, then reads everything', async (t) => {
  const { clock, line, is, sign, send, changes, streams } = givenLive();
  line.hide();
  for (let second = 0; second < 60; second += 10) {
    sign();
    await clock.advance(10_000);
  }
  t.equal(streams[0]?.closed, true);
  t.equal(clock.waiting(), 0);
  await clock.advance(3_600_000);
  t.equal(streams.length, 1);
  t.same(changes, []);
  line.wake();
  t.equal(streams.length, 2);
  t.equal(is(), 'reconnecting');
  t.equal(changes.length, 1);
  send('ready');
  t.equal(is(), 'live');
});

t.test('a hidden page sleeps also when its line breaks meanwhile', async (t) => {
  const { clock, line, lose, streams } = givenLive();
  line.hide();
  await clock.advance(1_000);
  lose();
  await clock.advance(59_000);
  const tried = streams.length;
  await clock.advance(600_000);
  t.equal(streams.length, tried);
  t.equal(clock.waiting(), 0);
});

t.test('a page that asks and was hidden asks again at once when it is seen', async (t) => {
  const { clock, line, is, changes } = given();
  await clock.advance(5_000);
  line.hide();
  await clock.advance(600_000);
  changes.length = 0;
  line.wake();
  await clock.advance(5_000);
  t.equal(is(), 'polling');
  t.same(
    changes.map((at) => at - 605_000),
    [0, 5_000],
  );
});

t.test('nothing is left of a closed line', async (t) => {
  const { clock, line, changes, streams } = givenLive();
  line.close();
  await clock.advance(600_000);
  t.equal(streams[0]?.closed, true);
  t.equal(clock.waiting(), 0);
  t.same(changes, []);
});
