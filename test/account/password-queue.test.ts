import t from 'tap';
import { type Line, PasswordQueue } from '../../core/account/password-queue.ts';

const known = (name: string): Line => ({ isKnown: true, name });
const stranger = (name: string): Line => ({ isKnown: false, name });

/** A queue whose four places are taken until `free` is called, and what has had its turn since. */
function busyQueue() {
  const queue = new PasswordQueue();
  const done: string[] = [];
  const refused: string[] = [];
  const held = [1, 2, 3, 4].map(() => Promise.withResolvers<void>());
  const holding = held.map(({ promise }, index) => queue.run(known(`held ${index}`), () => promise));
  const waiting: Promise<void>[] = [];
  return {
    queue,
    done,
    refused,
    add(line: Line, title: string) {
      const work = queue.run(line, async () => void done.push(title));
      waiting.push(work.catch((error: { code: string }) => void refused.push(`${title}: ${error.code}`)));
    },
    async free() {
      for (const { resolve } of held) resolve();
      await Promise.all([...holding, ...waiting]);
    },
  };
}

t.test('SL-44 four passwords are hashed at once, and the others wait', async (t) => {
  const queue = new PasswordQueue();
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
  };
  await Promise.all(Array.from({ length: 50 }, () => queue.run(stranger('10.0.0.1'), work)));
  t.equal(most, 4);
  t.same([queue.running, queue.waiting], [0, 0]);
});

t.test('SL-44 what fails makes room as well', async (t) => {
  const queue = new PasswordQueue();
  const failing = () => Promise.reject(new Error('a failure'));
  for (let time = 0; time < 10; time++) await t.rejects(queue.run(known('1'), failing), /a failure/);
  t.equal(queue.running, 0);
  t.equal(await queue.run(known('1'), async () => 'done'), 'done');
});

t.test('SL-44 who is known comes first, and others are not forgotten', async (t) => {
  const { add, free, done } = busyQueue();
  for (let n = 0; n < 4; n++) add(stranger('10.0.0.1'), `stranger ${n}`);
  for (let n = 0; n < 8; n++) add(known(`account ${n}`), `known ${n}`);
  await free();
  t.equal(done.length, 12);
  t.ok(done.indexOf('known 5') < done.indexOf('stranger 3'));
  t.ok(done.indexOf('stranger 0') < done.indexOf('known 7'));
});

t.test('SL-44 a flood from one place makes only that place wait', async (t) => {
  const { add, free, done } = busyQueue();
  for (let n = 0; n < 50; n++) add(stranger('10.0.0.1'), `flood ${n}`);
  add(stranger('10.0.0.2'), 'somebody else');
  await free();
  t.ok(done.indexOf('somebody else') <= 2, String(done.indexOf('somebody else')));
});

t.test('SL-44 when too many wait, the latest of the longest line are turned away', async (t) => {
  const { add, free, done, refused, queue } = busyQueue();
  for (let n = 0; n < 130; n++) add(stranger('10.0.0.1'), `flood ${n}`);
  for (let n = 0; n < 5; n++) add(stranger(`10.0.1.${n}`), `somebody ${n}`);
  add(known('1'), 'somebody known');
  t.equal(queue.waiting, 129);
  await free();
  t.equal(done.length, 129);
  t.equal(queue.refused, 7);
  t.same(refused.sort(), [...Array(7).keys()].map((n) => `flood ${123 + n}: overloaded`).sort());
});
