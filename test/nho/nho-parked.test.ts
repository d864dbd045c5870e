import t from 'tap';
import type { ParkedStudent } from '../../core/log/log.schema.ts';
import { partitionOf } from '../../core/log/position.ts';
import type { ParkedEvent } from '../../core/log/projecting/parked-events.ts';
import type { ReplayOutcome } from '../../core/log/projecting/replay-parked.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { emptyLog, given, neighbours, projectAll, review } from '../log/given-events.ts';
import { POISON, parkedRows, projectedRows, withFaultIn } from '../log/projecting/given-parked.ts';
import { nho } from './nho-process.ts';

const { pool, url } = await createTestDatabase(t);
const { first, second } = neighbours();
const partition = partitionOf(first);
const poison = review(first, { card_id: POISON });

const parked = (...args: string[]) => nho(url, 'parked', ...args);

/** Of the first student 2 and 3 are parked, which can be applied by now; of the second 4, which cannot. */
t.beforeEach(async () => {
  await emptyLog(pool);
  await given(pool, [
    review(first),
    poison,
    review(first, { card_id: 2 }),
    { ...review(second), version: 99 },
  ]);
  await projectAll(pool, withFaultIn('deck_stats', 'class_progress'));
  await pool.query(
    `delete from parked_events where projection in ('review_schedule', 'card_answers', 'exam_results')`,
  );
});

t.test('list tells them by projection, partition and student', async (t) => {
  const { code, stdout, stderr } = await parked('list', '--projection', 'deck_stats');
  t.match({ code, stderr }, { code: 0, stderr: '' });
  t.same(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
    [
      ['projection', 'partition', 'student', 'events', 'first', 'reason of the first'],
      ['deck_stats', String(partition), String(first), '2', `${partition}-2`, 'TypeError: no such card'],
      [
        'deck_stats',
        String(partition),
        String(second),
        '1',
        `${partition}-4`,
        'UnreadableEventError: unknown event type: CardReviewed version 99',
      ],
    ],
  );
  const json = await parked('list', '--json');
  t.equal(json.code, 0);
  t.same(
    (JSON.parse(json.stdout) as ParkedStudent[]).map((row) => [row.projection, row.student_id, row.events]),
    [
      ['class_progress', first, 2],
      ['class_progress', second, 1],
      ['deck_stats', first, 2],
      ['deck_stats', second, 1],
      ['recall_days', second, 1],
    ],
  );
});

t.test('list says when there is nothing', async (t) => {
  await pool.query('truncate parked_events');
  t.match(await parked('list'), { code: 0, stdout: 'Nothing is parked.\n', stderr: '' });
  t.match(await parked('list', '--json'), { code: 0, stdout: '[]\n' });
  t.match(await parked('replay'), { code: 0, stdout: '0 events were applied, 0 events remain parked.\n' });
});

t.test('show tells one whole', async (t) => {
  const text = await parked('show', 'deck_stats', `${partition}-2`);
  t.match(text, { code: 0, stderr: '' });
  for (const part of [
    'TypeError: no such card',
    poison.id,
    'CardReviewed, version 1',
    `"card_id": ${POISON}`,
  ])
    t.ok(text.stdout.includes(part), part);
  const json = await parked('show', 'deck_stats', `${partition}-2`, '--json');
  const shown = JSON.parse(json.stdout) as ParkedEvent;
  t.match(shown, {
    projection: 'deck_stats',
    partition,
    position: 2,
    student_id: first,
    data: poison.data,
    data_hash: poison.hash,
    occurred_at: poison.occurredAt.toISOString(),
  });
});

t.test('replay applies what can be applied, and exits with 1 as long as some remain', async (t) => {
  const before = await projectedRows(pool);
  const foretold = await parked('replay', '--dry-run');
  t.equal(foretold.code, 1);
  t.match(foretold.stdout, /^4 events would be applied, 3 events would remain parked\.\n/);
  t.same(await projectedRows(pool), before);

  const named = await parked('replay', '--projection', 'deck_stats', '--student', String(first), '--json');
  t.equal(named.code, 0);
  t.same(JSON.parse(named.stdout), { applied: 2, remaining: 0, stuck: [], dry_run: false });

  const all = await parked('replay', '--json');
  t.equal(all.code, 1);
  const outcome = JSON.parse(all.stdout) as ReplayOutcome;
  t.match(outcome, { applied: 2, remaining: 3 });
  t.match(outcome.stuck[0], {
    projection: 'class_progress',
    student_id: second,
    reason: /deck_stats has parked/,
  });
  t.match(outcome.stuck[1], { projection: 'deck_stats', student_id: second, reason: /version 99/ });
  t.same(
    (await parkedRows(pool)).map(([projection, student, position]) => [projection, student, position]),
    [
      ['class_progress', second, 4],
      ['deck_stats', second, 4],
      ['recall_days', second, 4],
    ],
  );
  const { rows } = await pool.query('select reviews::integer from deck_stats where student_id = $1', [first]);
  t.same(rows, [{ reviews: 3 }]);

  const again = await parked('replay');
  t.equal(again.code, 1);
  t.match(again.stdout, /^0 events were applied, 3 events remain parked\.\n/);
  t.match(again.stdout, /version 99/);
});

for (const [args, sentence] of [
  [[], /Say what to do: nho parked list/],
  [['drop'], /Say what to do: nho parked list/],
  [['list', 'deck_stats'], /What is meant by "deck_stats"\?/],
  [['list', '--dry-run'], /"parked list" has no option --dry-run\./],
  [
    ['list', '--projection', 'stats'],
    /There is no projection "stats": there are review_schedule, deck_stats/,
  ],
  [['list', '--all'], /Unknown option '--all'/],
  [['show', 'deck_stats'], /Name a projection and a position/],
  [['show', 'stats', '3-1'], /There is no projection "stats"/],
  [['show', 'deck_stats', '16-1'], /"16-1" is no position/],
  [['show', 'deck_stats', '3-1,3-2'], /"3-1,3-2" is no position/],
  [['show', 'deck_stats', `${partition}-1`], /deck_stats has parked no event \d+-1\./],
  [['replay', '--student', 'Lan'], /"Lan" is no student's number\./],
  [['replay', '--student', '99999999999'], /"99999999999" is no student's number\./],
] as const)
  t.test(`"nho parked ${args.join(' ')}" is answered with a sentence`, async (t) => {
    const { code, stdout, stderr } = await parked(...args);
    t.match({ code, stdout }, { code: 2, stdout: '' });
    t.match(stderr, sentence);
    t.notMatch(stderr, /\n {4}at /, 'no stack');
  });

t.test('help tells its options', async (t) => {
  const { code, stdout } = await parked('--help');
  t.equal(code, 0);
  for (const option of ['--projection', '--student', '--dry-run', '--json']) t.ok(stdout.includes(option));
  t.match((await nho(url, '--help')).stdout, /parked list \| show/);
});
