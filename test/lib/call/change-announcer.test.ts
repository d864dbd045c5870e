import t from 'tap';
import { ANNOUNCE_EVERY_MS, createChangeAnnouncer } from '../../../web/ui/feedback/use-announced-changes.ts';
import { manualTimers } from '../../desk/manual-timers.ts';

function given() {
  const clock = manualTimers();
  const said: [at: number, students: number][] = [];
  const announcer = createChangeAnnouncer({
    say: (students) => said.push([clock.now(), students]),
    after: clock.after,
  });
  return { clock, said, announcer };
}

t.test('a class at work is told of once in a while, each student once', async (t) => {
  const { clock, said, announcer } = given();
  for (let second = 0; second < 30; second++) {
    announcer.note([second % 3]);
    await clock.advance(1_000);
  }
  t.same(said, [
    [ANNOUNCE_EVERY_MS, 3],
    [2 * ANNOUNCE_EVERY_MS, 3],
  ]);
});

t.test('without changes nothing is said, and nothing after the end', async (t) => {
  const { clock, said, announcer } = given();
  announcer.note([]);
  await clock.advance(60_000);
  announcer.note([1]);
  announcer.close();
  await clock.advance(60_000);
  t.same(said, []);
});
