import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { NhoCommand } from '../../bin/nho/nho-command.ts';
import { comparisonText, replayScheduler, SCHEDULER_OPTIONS } from '../../bin/nho/replay-command.ts';
import type { SchedulerComparison } from '../../core/learning/what-if/comparison.ts';
import type { OtherRules } from '../../core/learning/what-if/other-rules.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { givenDeck, studyOf } from '../learning/what-if/given-study.ts';
import { given, neighbours } from '../log/given-events.ts';
import { commandRunner } from './command-run.ts';

const { pool, url } = await createTestDatabase(t);
const { first, second } = neighbours();
await givenDeck(pool, { studentIds: [first, second] });
await given(pool, [...studyOf({ studentId: first }), ...studyOf({ studentId: second, days: 20 })]);

const folder = t.testdir();
const run = await commandRunner(t, url);
const replay: NhoCommand = {
  usage: 'replay --scheduler FILE',
  summary: '',
  options: SCHEDULER_OPTIONS,
  run: replayScheduler,
};

type Report = SchedulerComparison & { rules: OtherRules };

async function replayed(rules: unknown, options: Record<string, string> = {}) {
  const scheduler = join(folder, 'rules.json');
  await writeFile(scheduler, typeof rules === 'string' ? rules : JSON.stringify(rules));
  const { code, said, result } = await run(replay, { scheduler, ...options });
  return { code, said, report: result as Report };
}

t.test('--scheduler reports both sides for machines: exit code 0', async (t) => {
  const { code, said, report } = await replayed({ retention: 0.8, days: 7 });
  t.same([code, said], [0, '']);
  t.same(report.rules, { retention: 0.8, days: 7 });
  t.equal(report.due.other.by_day.length, 7);
  t.ok(report.simulated.other.reviews < report.simulated.live.reviews);
  t.same(JSON.parse(JSON.stringify(report)), report, 'it has nothing that JSON cannot say');
  const { report: one } = await replayed({}, { since: '2026-03-10', deck: '1' });
  t.equal(one.first_day, '2026-03-09');
});

t.test('for people it tells what each part may claim, with both sides and a chart', async (t) => {
  const { report } = await replayed({ retention: 0.8 });
  const text = comparisonText(report, report.rules);
  for (const part of [
    /^Live rules beside others, over \d+ answers of 2 students, 2026-03-01 to 2026-04-\d\d\.\nOther: retention 0\.8; the rest as it is live\.\n/,
    /1\. Predictions on what happened\n {3}\d+ reviews/,
    /log loss \(less is better\) +(0\.\d{4}) +\1 +0\.0000 +0\.\d{4}\n/,
    /2\. Cards due after 2026-04-\d\d\n/,
    /due within 30 days +\d+ +\d+ +-?\d+\n/,
    /3\. Simulated study\n {3}A model's answer, not an observation/,
    /reviews +(\d+) +(\d+) +-\d+ +\d+\n/,
    /2026-03-02 {2}live +\d+ █+ +other +\d+ █+ +log +\d+\n/,
  ])
    t.match(text, part);
  t.ok(text.split('\n').every((line) => line.length <= 125 && line === line.trimEnd()));
});

t.test('the chart of two years has no more lines than one of half a year', async (t) => {
  const { report } = await replayed({});
  const weeks = Array.from({ length: 105 }, (_, index) => ({ week: `${index}`, live: 2, other: 1, log: 3 }));
  const text = comparisonText({ ...report, simulated: { ...report.simulated, weeks } }, {});
  t.match(text, /reviews by 5 weeks, from\n {2}0 {2}live +10 █{20} {2}other +5 █{10} +log +15\n/);
  t.equal(text.split('\n').filter((line) => /live.*█.*other/.test(line)).length, 21);
});

t.test('without answers it says so', async (t) => {
  const { code, report } = await replayed({}, { deck: '77' });
  t.equal(code, 0);
  t.equal(comparisonText(report, {}), 'There are no answers to replay.');
});

for (const [rules, options, sentence] of [
  ['{', {}, /rules\.json:\nThis is not JSON/],
  [{ retention: 0.99 }, {}, /rules\.json:\nretention must be a number from 0\.8 to 0\.95, not 0\.99\.$/],
  [{ speed: 1 }, {}, /There is no rule "speed"/],
  [{}, { class: '9' }, /^--class 9: there is no such class\.$/],
  [{}, { class: 'A' }, /^--class A: not an id\.$/],
  [{}, { since: 'yesterday' }, /^--since yesterday: not a time/],
  [{}, { since: '2026-03-02', until: '2026-03-01' }, /^--since must be before --until\.$/],
  [{}, { scheduler: '/nowhere/rules.json' }, /^--scheduler \/nowhere\/rules\.json: ENOENT/],
] as const)
  t.test(`${JSON.stringify([rules, options])} is answered with a sentence: exit code 2`, async (t) => {
    const { code, said } = await replayed(rules, options);
    t.match([code, said], [2, sentence]);
  });

t.test('an event of a later version is refused by name', async (t) => {
  await pool.query('update events set version = 9 where position = 3');
  t.teardown(() => pool.query('update events set version = 1 where position = 3'));
  t.match(await replayed({}), {
    code: 2,
    said: /cannot read: unknown event type: CardReviewed version 9\.$/,
  });
});
