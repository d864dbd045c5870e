import { EventEmitter } from 'node:events';
import t from 'tap';
import { Limits } from '../../api/guard/limits.ts';
import { OpenStreams } from '../../api/live/open-streams.ts';
import { CommonState } from '../../bin/launcher/common-state.ts';
import { type Limit, Meter } from '../../core/process/meter.ts';
import { ProcessLine, type ProcessPlace } from '../../core/process/process-line.ts';

/** Messages of all channels that have not arrived. */
let underWay = 0;

/** Resolves when every message has arrived, and all that was said in answer. */
async function allHaveArrived(): Promise<void> {
  do await new Promise(setImmediate);
  while (underWay > 0);
}

/** The two ends of a channel, over which messages go as between processes: later, in order, as copies. */
function channel(): [ProcessLine, ProcessLine] {
  const ends = [new EventEmitter(), new EventEmitter()] as const;
  const end = (at: 0 | 1) =>
    Object.assign(ends[at], {
      send: (message: object, callback: (error: Error | null) => void) => {
        const copy = structuredClone(message);
        underWay++;
        setImmediate(() => {
          underWay--;
          ends[1 - at]!.emit('message', copy);
        });
        callback(null);
      },
    });
  return [new ProcessLine(end(0)), new ProcessLine(end(1))];
}

/** Processes of one launcher; `leave` is called when the process of that number ends. */
function processes(
  of: number,
  now?: () => number,
): { places: ProcessPlace[]; leave: (() => void)[]; common: CommonState } {
  const common = new CommonState(now);
  const leave: (() => void)[] = [];
  const places = Array.from({ length: of }, (_, index) => {
    const [line, launchers] = channel();
    leave.push(common.join(`api-${index + 1}`, launchers));
    return { name: `api-${index + 1}`, of, line };
  });
  return { places, leave, common };
}

/** How many of so many calls get through, spread over the processes in turn. */
async function through(places: ProcessPlace[], limit: Limit, calls: number): Promise<number> {
  const limiters = places.map((place) => new Limits(place).limiter('calls', limit));
  let admitted = 0;
  for (let at = 0; at < calls; at += 40) {
    const waits = Array.from({ length: 40 }, (_, index) => limiters[index % limiters.length]!.take('one'));
    for (const wait of await Promise.all(waits)) if (wait === 0) admitted++;
  }
  return admitted;
}

t.test('a caller may use five at once, and then one as each comes back', (t) => {
  let now = 0;
  const meter = new Meter({ most: 5, perSecond: 2 }, () => now);
  const take = (caller: string) => meter.take(caller, 1);
  const times = (count: number) => Array.from({ length: count }, () => take('one'));
  t.same(times(7), [0, 0, 0, 0, 0, 0.5, 0.5], 'what is refused uses nothing');
  t.equal(take('other'), 0, 'somebody else is counted apart');
  now += 400;
  t.ok(Math.abs(take('one') - 0.1) < 1e-9);
  now += 100;
  t.same(times(2), [0, 0.5]);
  now += 3_600_000;
  t.same(times(6), [0, 0, 0, 0, 0, 0.5], 'no more than the most comes back');
  t.end();
});

t.test('of a window all comes back at its end', (t) => {
  let now = 0;
  const meter = new Meter({ most: 2, windowMs: 60_000 }, () => now);
  meter.add('one', 2);
  now += 45_000;
  t.equal(meter.take('one', 1), 15);
  now += 15_000;
  t.equal(meter.take('one', 1), 0);
  now += 1_000;
  t.same(meter.use('one'), { used: 1, openMs: 1_000 }, 'the next window began with it');
  t.end();
});

t.test(
  'PRO-03 several processes hold a limit together within a twentieth, and none refuses too soon',
  async (t) => {
    for (const count of [2, 4, 8]) {
      const { places } = processes(count);
      const admitted = await through(places, { most: 400, windowMs: 60_000 }, 1_200);
      t.ok(admitted >= 400 && admitted <= 420, `${count} processes let ${admitted} of 400 through`);
      const few = await through(processes(count).places, { most: 20, windowMs: 60_000 }, 200);
      t.ok(few >= 20 && few <= 21, `${count} processes let ${few} of 20 through`);
    }
  },
);

t.test('PRO-03 a caller who keeps to one process has the whole limit there', async (t) => {
  const { places } = processes(4);
  const limiter = new Limits(places[0]).limiter('calls', { most: 120, windowMs: 60_000 });
  const waits: number[] = [];
  for (let call = 0; call < 140; call++) waits.push(await limiter.take('one'));
  t.equal(waits.filter((wait) => wait === 0).length, 120);
  t.ok(waits.at(-1)! > 59 && waits.at(-1)! <= 60, 'the rest learn when the window ends');
});

t.test('PRO-03 what several processes have refused uses nothing', async (t) => {
  let at = 0;
  const now = () => at;
  const { places } = processes(2, now);
  const limiters = places.map((place) =>
    new Limits(place, now).limiter('calls', { most: 100, perSecond: 10 }),
  );
  const admitted = async (calls: number): Promise<number> => {
    const waits = await Promise.all(
      Array.from({ length: calls }, (_, index) => limiters[index % 2]!.take('one')),
    );
    return waits.filter((wait) => wait === 0).length;
  };
  const first = await admitted(600);
  t.ok(first >= 100 && first <= 105, `${first} of 600 at once`);
  await allHaveArrived();
  at += 5_000;
  const then = await admitted(600);
  t.ok(first + then >= 145 && first + then <= 155, `${then} more five seconds later`);
});

t.test(
  'PRO-03 in the long run several processes let through what one would, and a tenth at most',
  async (t) => {
    for (const count of [2, 4]) {
      let at = 0;
      const now = () => at;
      const limiters = processes(count, now).places.map((place) =>
        new Limits(place, now).limiter('calls', { most: 50, perSecond: 10 }),
      );
      let admitted = 0;
      for (; at < 60_000; at += 500) {
        const calls = Array.from({ length: 24 }, (_, index) => limiters[index % count]!.take('one'));
        admitted += (await Promise.all(calls)).filter((wait) => wait === 0).length;
        await allHaveArrived();
      }
      t.ok(
        admitted >= 0.9 * 650 && admitted <= 1.1 * 650,
        `${count} processes let ${admitted} of 650 through`,
      );
    }
  },
);

t.test('PRO-03 a process that has been replaced learns what was used before', async (t) => {
  const { places, leave, common } = processes(2);
  const limit = { most: 100, windowMs: 60_000 };
  t.ok((await through(places, limit, 400)) <= 105);
  leave[1]!();
  const [line, launchers] = channel();
  common.join('api-2', launchers);
  const again = new Limits({ name: 'api-2', of: 2, line }).limiter('calls', limit);
  const waits: number[] = [];
  for (let call = 0; call < 50; call++) waits.push(await again.take('one'));
  t.ok(waits.filter((wait) => wait === 0).length <= 5, 'only what goes without asking');
});

t.test('a launcher that does not answer keeps nobody out', async (t) => {
  // What waits for the launcher keeps no process alive, and this test has nothing else.
  const alive = setInterval(() => {}, 1_000);
  t.teardown(() => clearInterval(alive));
  const silent = new ProcessLine(Object.assign(new EventEmitter(), { send: () => {} }));
  const limits = new Limits({ name: 'api-1', of: 2, line: silent });
  const limiter = limits.limiter('calls', { most: 20, windowMs: 60_000 });
  t.equal(await limiter.take('one'), 0);
  const waits = await Promise.all(Array.from({ length: 30 }, () => limiter.take('one')));
  t.equal(waits.filter((wait) => wait === 0).length, 19, 'by its own count the limit still holds');
});

t.test('PRO-04 an account’s sixth stream ends its first, whichever process has it', async (t) => {
  const { places, leave } = processes(2);
  const [first, second] = places.map((place) => new OpenStreams(place)) as [OpenStreams, OpenStreams];
  const ended: string[] = [];
  const open = (streams: OpenStreams, name: string, account = 1): (() => void) => {
    const end = streams.open(account, () => {
      ended.push(name);
      end();
    });
    return end;
  };
  open(first, 'a');
  const closeB = open(second, 'b');
  for (const name of ['c', 'd']) open(first, name);
  open(second, 'e');
  open(second, 'of somebody else', 2);
  await allHaveArrived();
  t.same(ended, [], 'five are let alone');
  open(second, 'f');
  await allHaveArrived();
  t.same(ended, ['a']);
  closeB();
  await allHaveArrived();
  open(first, 'g');
  await allHaveArrived();
  t.same(ended, ['a'], 'one that has ended does not count');
  leave[0]!();
  for (const name of ['h', 'i', 'j']) open(second, name);
  await allHaveArrived();
  t.same(ended, ['a'], 'nor do those of a process that has ended');
});
