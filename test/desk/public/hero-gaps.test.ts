import t from 'tap';
import { type Memory, Scheduler } from '../../../core/learning/memory/memory.ts';
import { ANSWERS, chanceOfRecall, FIRST_STABILITY, MEETINGS } from '../../../web/desk/public/home.page.tsx';

const STATUS = { forgot: 0, looked: 1, knew: 2 } as const;

t.test('HOM-01 the card of the home page comes again when a real one would', async (t) => {
  const scheduler = new Scheduler();
  let memory: Memory | null = null;
  let day = 20_000;
  for (const [at, gaps] of MEETINGS.entries()) {
    for (const answer of ANSWERS) {
      const firstStatus = STATUS[answer];
      const after = scheduler.review(memory, {
        rating: 2,
        firstStatus,
        tries: firstStatus === 2 ? 1 : 2,
        day,
      });
      t.equal(gaps[answer], (after?.dueDay ?? day) - day, `meeting ${at + 1}, ${answer}`);
    }
    memory = scheduler.review(memory, { rating: 2, firstStatus: 2, tries: 1, day });
    day = memory?.dueDay ?? day;
  }
});

t.test('the curve of forgetting is the one that reviews are planned by', async (t) => {
  const scheduler = new Scheduler();
  const memory = scheduler.review(null, { rating: 2, firstStatus: 2, tries: 1, day: 0 });
  t.equal(memory?.stability, FIRST_STABILITY);
  for (const day of [0, 1, 2, 10, 80]) {
    const expected = memory ? scheduler.recall(memory, day) : 0;
    t.ok(Math.abs(chanceOfRecall(day, FIRST_STABILITY) - expected) < 0.001, `day ${day}`);
  }
});
