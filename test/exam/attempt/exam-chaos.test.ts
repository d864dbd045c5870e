import fc from 'fast-check';
import t, { type Test } from 'tap';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import {
  type Mark,
  type Marks,
  marksOf,
  sameMarks,
} from '../../../web/exam/attempt/state/exam-session.state.ts';
import { runs } from '../../harness/depth.ts';
import { examBench } from './exam-bench.ts';

/** What happens to a student in an exam. Here the first six questions are answered, elsewhere the others. */
type Happening =
  | { type: 'mark'; question: number; mark: Mark }
  | { type: 'elsewhere'; question: number; option: OptionLetter }
  | { type: 'network'; isDown: boolean }
  | { type: 'lost answers'; count: number }
  | { type: 'reload' }
  | { type: 'clock'; seconds: number }
  | { type: 'time'; seconds: number };

const option = fc.constantFrom<OptionLetter>('A', 'B', 'C', 'D');
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('mark' as const),
      question: fc.integer({ min: 101, max: 106 }),
      mark: fc.oneof(option, fc.constant<Mark>('skipped')),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('elsewhere' as const),
      question: fc.integer({ min: 107, max: 112 }),
      option,
    }),
  },
  fc.record({ type: fc.constant('network' as const), isDown: fc.boolean() }),
  fc.record({ type: fc.constant('lost answers' as const), count: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ type: fc.constant('reload' as const) }),
  fc.record({ type: fc.constant('clock' as const), seconds: fc.integer({ min: -9_000, max: 9_000 }) }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant('time' as const), seconds: fc.nat(15) }) },
);

/** Everything that happens, and then the network and half a minute; answers what was done and what the server has. */
async function run(t: Test, happenings: Happening[]): Promise<{ done: Marks; server: Marks; shown: Marks }> {
  const bench = examBench(t);
  const { server } = bench;
  let page = bench.page();
  await page.controller.open();
  const done: Record<string, Mark> = {};
  for (const each of happenings) {
    const { controller } = page;
    if (each.type === 'network') server.isDown = each.isDown;
    else if (each.type === 'lost answers') server.losing = each.count;
    else if (each.type === 'clock') bench.moveWall(each.seconds);
    else if (each.type === 'time') await bench.pass(each.seconds);
    else if (each.type === 'elsewhere') {
      const { answers, skipped } = server.work;
      server.elsewhere({ ...answers, [each.question]: each.option }, skipped);
      done[each.question] = each.option;
    } else if (each.type === 'reload') {
      controller.close();
      page = bench.page();
      await page.controller.open();
    } else if (page.view().session?.phase === 'taking' && !page.view().isTimeUp) {
      if (each.mark === 'skipped') controller.skip(each.question);
      else {
        controller.review(each.question);
        controller.answer(each.question, each.mark);
      }
      done[each.question] = each.mark;
    }
  }
  server.isDown = false;
  page.controller.retry();
  await bench.pass(30);
  await bench.settled();
  await bench.pass(1);
  // Nothing has to be changed here for what was done elsewhere to be seen.
  page.controller.wake();
  await bench.settled();
  const result = { done, server: marksOf(server.work), shown: page.marks() ?? {} };
  page.controller.close();
  return result;
}

t.test('whatever happens, no answer is lost and no clock ends the exam', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 25 }), async (happenings) => {
      const { done, server, shown } = await run(t, happenings);
      return sameMarks(done, server) && sameMarks(done, shown);
    }),
    { numRuns: runs(50, 500) },
  );
  t.pass();
});
