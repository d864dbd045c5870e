import fc from 'fast-check';
import t from 'tap';
import { deep, runs } from '../../harness/depth.ts';
import { chosenSeed } from '../../harness/seeded.ts';
import { type Course, course, type History, history } from './given-histories.ts';
import { emptyHistory, type Round, runRound } from './history-round.ts';

const ROUNDS = runs(1, 10);
const HISTORIES_PER_ROUND = 100;

/** How long a failure may be made smaller. */
const SHRINKING_MS = 60_000;

/** Everything that can happen must, or less is tested than this file says. */
const HAPPENS = [
  ...['version 1', 'version 2'],
  ...['answer', 'bring along', 'undo', 'undo in vain', 'repeat', 'set weights', 'open exam', 'submit'],
  ...['ask', 'approve', 'join', 'reject', 'leave', 'remove', 'add deck', 'remove deck', 'change key'],
  ...['delete card', 'delete deck', 'bring back deck', 'delete class', 'delete exam'],
  ...[
    'thrown',
    'half done',
    'session ended',
    'refused',
    'restart',
    'together',
    'rebuild given up',
    'replaced',
  ],
];

/** The histories without one thing that happens in them, for each such thing. */
function* smaller(histories: History[]): Generator<History[]> {
  for (const [index, history] of histories.entries())
    for (const [beat, { events, changes }] of history.entries()) {
      const put = (changed: History[number]) => histories.with(index, history.with(beat, changed));
      for (const each of events) yield put({ events: events.filter((one) => one !== each), changes });
      for (const each of changes) yield put({ events, changes: changes.filter((one) => one !== each) });
    }
}

/** The suspects' histories, without what can be left out of them so that the same is still wrong. */
async function explained(histories: History[], course: Course, first: Round): Promise<string> {
  const deadline = performance.now() + SHRINKING_MS;
  const only = (wanted: Set<number>) =>
    histories.map((history, index) => (wanted.has(index) ? history : emptyHistory));
  let [found, round] = [histories, first];
  const tryWith = async (fewer: History[]): Promise<boolean> => {
    const result = await runRound(t, fewer, course);
    if (result.wrong.length === 0) return false;
    [found, round] = [fewer, result];
    return true;
  };
  for (const suspect of first.suspects)
    if (performance.now() < deadline && (await tryWith(only(new Set([suspect]))))) break;
  if (found === histories) await tryWith(only(first.suspects));
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const fewer of smaller(found)) {
      if (performance.now() > deadline) break;
      isSmaller = await tryWith(fewer);
      if (isSmaller) break;
    }
  }
  const told = found.flatMap((history, index) =>
    first.suspects.has(index) && history.some(isEventful) ? [{ index, history }] : [],
  );
  return [
    ...first.wrong.slice(0, 10),
    `of ${first.wrong.length} differences; made smaller:`,
    ...round.wrong.slice(0, 20),
    ...told.slice(0, 3).map(({ index, history }) => `history ${index}: ${JSON.stringify(history)}`),
  ].join('\n');
}

const isEventful = ({ events, changes }: History[number]): boolean => events.length + changes.length > 0;

/** The path of a failure that alone is to be run again, after its seed: TEST_SEED=seed/path. */
function oneAgain(): { path: string; numRuns: number } | undefined {
  const [, path] = process.env.TEST_SEED?.split('/') ?? [];
  return path ? { path, numRuns: 1 } : undefined;
}

t.test(
  'after random histories, live = rebuilt = replayed from an export = with more partitions = counted plainly',
  async (t) => {
    const counts = new Map<string, number>();
    let [done, events] = [0, 0];
    const histories = fc.array(history, { minLength: HISTORIES_PER_ROUND, maxLength: HISTORIES_PER_ROUND });
    const seed = chosenSeed(t);
    const { failed, counterexamplePath, errorInstance } = await fc.check(
      fc.asyncProperty(histories, course, async (histories, course) => {
        const round = await runRound(t, histories, course);
        if (round.wrong.length) throw new Error(await explained(histories, course, round));
        done += histories.length;
        events += round.events;
        for (const [what, times] of round.counts) counts.set(what, (counts.get(what) ?? 0) + times);
      }),
      // A round is made smaller by its histories, in `explained`: fast-check would need hours.
      { numRuns: ROUNDS, endOnFailure: true, seed, ...oneAgain() },
    );
    t.comment(`${done} histories, ${events} events; ${JSON.stringify(Object.fromEntries(counts))}`);
    if (failed) {
      t.comment(errorInstance instanceof Error ? errorInstance.stack : errorInstance);
      t.fail(`run it again with TEST_SEED=${seed}/${counterexamplePath}`);
      return;
    }
    if (oneAgain()) {
      t.pass('that failure is no more');
      return;
    }
    t.equal(done, ROUNDS * HISTORIES_PER_ROUND, `${done} histories`);
    // In a hundred histories what is rare may be missing.
    if (deep) for (const what of HAPPENS) t.ok(counts.get(what), `${what} happens`);
  },
);
