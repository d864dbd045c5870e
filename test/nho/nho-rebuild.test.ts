import t from 'tap';
import { createTestDatabase } from '../harness/database-harness.ts';
import { given, neighbours, projectAll, review } from '../log/given-events.ts';
import { nho } from './nho-process.ts';

const { pool, url } = await createTestDatabase(t);
const { first } = neighbours();
await given(pool, [review(first), review(first, { card_id: 2 })]);
await projectAll(pool);

t.test('verify finds nothing where nothing is wrong: exit code 0', async (t) => {
  const { code, stdout } = await nho(url, 'verify');
  t.equal(code, 0);
  t.match(
    stdout,
    /^review_schedule, deck_stats, recall_days, card_answers, class_progress, exam_results: no row differs\n$/,
  );
});

t.test('verify tells each row that differs, to people and machines; rebuild mends it', async (t) => {
  await pool.query('update deck_stats set reviews = 99');
  const told = await nho(url, 'verify', 'deck_stats');
  t.equal(told.code, 1);
  t.match(told.stdout, /deck_stats {2}deck_stats {2}only live {2}\{.*"reviews":99/);
  t.match(told.stdout, /deck_stats, class_progress: 2 rows differ\n$/);
  const { code, stdout } = await nho(url, 'verify', '--json');
  t.equal(code, 1);
  t.match(JSON.parse(stdout), {
    differences: 2,
    rows: [
      { projection: 'deck_stats', table: 'deck_stats', side: 'live', row: { reviews: 99 } },
      { projection: 'deck_stats', table: 'deck_stats', side: 'rebuilt' },
    ],
  });
  const put = await nho(url, 'rebuild');
  t.match([put.code, put.stdout], [0, /2 rows differed and were replaced\n$/]);
  t.equal((await nho(url, 'verify')).code, 0);
});

t.test('what cannot be meant is told in a sentence: exit code 2', async (t) => {
  for (const [args, sentence] of [
    [['verify', 'nothing'], /There is no projection "nothing". There are: review_schedule, /],
    [['verify', '--loud'], /--loud[\s\S]*npm run nho -- verify/],
    [['verify', '--concurrency', 'all'], /--concurrency all: not a whole number from 1 to 16/],
    [['vrify'], /There is no command "vrify"/],
  ] as const) {
    const { code, stderr } = await nho(url, ...args);
    t.match([code, stderr], [2, sentence]);
  }
  const help = await nho(url, 'verify', '--help');
  t.match([help.code, help.stdout], [0, /verify \[projection…\][\s\S]*--json/]);
});
