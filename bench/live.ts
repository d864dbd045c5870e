import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClass } from '../core/classroom/classroom-changes.ts';
import { answerRequests, tokenSigner } from './load/answer-requests.ts';
import { KeptConnections, percentile } from './load/kept-connections.ts';
import { LiveTab } from './load/live-tab.ts';
import { generateLoad } from './load/load-generator.ts';
import { startServer } from './load/server-process.ts';
import {
  addMembers,
  addStudents,
  addTeachers,
  median,
  openBenchDatabase,
  residentMegabytes,
  stopProcess,
} from './school/bench-database.ts';

/**
 * A hundred teachers with the progress of a class of their own open, on one API process: what that costs, and how soon
 * an answer is on the tab.
 */
const TABS = 100;
const STUDENTS_A_CLASS = 3;
/** Connections besides the streams; each teacher and each student has a browser of their own. */
const BROWSERS = TABS * (1 + STUDENTS_A_CLASS);
/** While these students study at human pace. */
const STUDY_SECONDS = Number(process.argv[2] ?? 40);
/** The load of bench/progress. */
const CONNECTIONS = 200;
const LOAD_STUDENTS = 8_000;
const LOAD_SECONDS = Number(process.argv[3] ?? 10);
const ROUNDS = 3;
/** What is no longer needed after a change of load has been given back by then. */
const SETTLE_MS = 10_000;

const { pool, ...bench } = await openBenchDatabase();
const sign = await tokenSigner();
const students = await addStudents(bench.database, TABS * STUDENTS_A_CLASS + LOAD_STUDENTS);
const { rows: cards } = await pool.query<{ id: number; deck_id: number }>(
  'select id, deck_id from cards order by id',
);
const deckId = cards[0]!.deck_id;
const classes = await openClasses();

await watchStudents();
await compareLoad();
await bench.close();
process.exit(0);

interface BenchClass {
  id: number;
  token: string;
  students: number[];
}

async function openClasses(): Promise<BenchClass[]> {
  const made: BenchClass[] = [];
  for (const [index, teacher] of (await addTeachers(bench.database, TABS)).entries()) {
    const id = await createClass(pool, teacher, { name: `Class ${index}`, deckId });
    const own = students.slice(index * STUDENTS_A_CLASS, (index + 1) * STUDENTS_A_CLASS);
    await addMembers(bench.database, id, own);
    made.push({ id, token: sign(teacher), students: own });
  }
  return made;
}

async function openTabs(port: number, connections: KeptConnections): Promise<LiveTab[]> {
  const tabs = classes.map(({ id, token }) => new LiveTab({ port, classId: id, token, connections }));
  for (const tab of tabs) await tab.open();
  return tabs;
}

/** Memory before and after the tabs are open, and how soon an answer arrives. */
async function watchStudents(): Promise<void> {
  const { port, process: api } = await startServer(bench, 'api/server.ts');
  const worker = bench.run('workers/main.ts');
  const connections = new KeptConnections(port, BROWSERS);
  // What any request makes the process load, no tab needs to answer for.
  for (const { id, token } of classes) {
    const headers = { authorization: `Bearer ${token}` };
    await connections.call(`/api/classes/${id}/students-progress`, { headers });
  }
  await pause(SETTLE_MS);
  const before = residentMegabytes(api);
  const tabs = await openTabs(port, connections);
  await pause(SETTLE_MS);
  const after = residentMegabytes(api);
  console.log(
    `${TABS} tabs: ${before} MB without, ${after} MB with them: ${after - before} MB more (asked: under 40)`,
  );

  const deadline = performance.now() + STUDY_SECONDS * 1_000;
  const studying = classes.flatMap(({ students }, index) =>
    students.map((student) => study(student, { tab: tabs[index]!, connections, deadline })),
  );
  const answers = (await Promise.all(studying)).reduce((sum, given) => sum + given);
  // The last ones; what is not seen by then would not have been seen at all.
  for (let left = 50; left > 0 && tabs.some((tab) => tab.unseen > 0); left--) await pause(100);
  const [heard, shown] = [tabs.flatMap((tab) => tab.heard), tabs.flatMap((tab) => tab.shown)];
  console.log(
    `${answers} answers by ${classes.length * STUDENTS_A_CLASS} students in ${STUDY_SECONDS} s, never shown ${answers - shown.length}; from the acknowledgement`,
  );
  print('to `changed`', heard);
  print('to figures that contain it', shown);
  console.log(`while they study: ${residentMegabytes(api) - before} MB more than before`);
  for (const tab of tabs) tab.close();
  connections.close();
  await Promise.all([stopProcess(api), stopProcess(worker)]);
}

function print(name: string, times: number[]): void {
  console.log(
    `  ${name.padEnd(27)} p50 ${percentile(times, 0.5).toFixed(0).padStart(5)} ms (asked: under 1000)` +
      `  p95 ${percentile(times, 0.95).toFixed(0).padStart(5)} ms (asked: under 2000)`,
  );
}

/** Answers how many answers were given: one each 3 to 15 seconds. */
async function study(
  student: number,
  { tab, connections, deadline }: { tab: LiveTab; connections: KeptConnections; deadline: number },
): Promise<number> {
  const authorization = `Bearer ${sign(student)}`;
  let [given, total] = [0, 0];
  for (;;) {
    await pause(3_000 + 12_000 * Math.random() ** 2);
    if (performance.now() > deadline) return given;
    const seconds = 1 + Math.floor(Math.random() * 15);
    const body = JSON.stringify({
      status: 2,
      time_spent: seconds,
      card_type: 'review',
      first_status: 2,
      tries: 1,
    });
    const changes = tab.changes;
    const { status } = await connections.call(`/api/cards/${cards[given % 50]!.id}/progress`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body,
    });
    if (status !== 200) throw new Error(`an answer got ${status}`);
    given += 1;
    total += seconds;
    tab.expect(student, total, tab.changes > changes);
  }
}

/** bench/progress with and without the tabs, each on a fresh API process. */
async function compareLoad(): Promise<void> {
  const requests = await answerRequests(bench.database, students.slice(-LOAD_STUDENTS));
  const rates: Record<'without' | 'with', number[]> = { without: [], with: [] };
  console.log(`bench/progress, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${LOAD_SECONDS} s each`);
  for (let round = 0; round < ROUNDS; round++)
    // Neither always comes first.
    for (const which of round % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      const { port, process: api } = await startServer(bench, 'api/server.ts');
      const connections = new KeptConnections(port, BROWSERS);
      const tabs = which === 'with' ? await openTabs(port, connections) : [];
      const load = { port, connections: CONNECTIONS, requests };
      await generateLoad({ ...load, seconds: 2 });
      const { perSecond, p99, failed } = await generateLoad({ ...load, seconds: LOAD_SECONDS });
      rates[which].push(perSecond);
      console.log(
        `  ${which.padEnd(7)} ${TABS} tabs  ${Math.round(perSecond)}/s  p99 ${p99.toFixed(1)} ms  errors ${failed}`,
      );
      for (const tab of tabs) tab.close();
      connections.close();
      await stopProcess(api);
    }
  const ratio = median(rates.with) / median(rates.without);
  const spread = (Math.max(...rates.without) - Math.min(...rates.without)) / median(rates.without);
  console.log(
    `ratio ${ratio.toFixed(2)} of the figure without tabs (asked: no measurable loss); the rounds without differ by ${(spread * 100).toFixed(0)} %`,
  );
}
