/** A classroom of students as real HTTP clients, who register, join a class and study at human pace. */

import { StartError } from './command/start-error.ts';
import { officialDecks, openClassroom, register } from './simulate/classroom-set-up.ts';
import { HumanTime } from './simulate/human-time.ts';
import { CallError } from './simulate/product-client.ts';
import { Scoreboard } from './simulate/scoreboard.ts';
import { readOptions, type SimulateOptions } from './simulate/simulate-options.ts';
import { SimulatedStudent } from './simulate/simulated-student.ts';

/** Registering computes a slow hash: more at once would only wait for each other. */
const REGISTER_AT_ONCE = 4;
/** For handing over the last answers. */
const PARTING_MS = 15_000;

const end = new AbortController();
let asked = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(signal, () => {
    if (++asked > 1) process.exit(130);
    end.abort();
  });
process.channel?.unref();

try {
  process.exitCode = await simulate(readOptions(process.argv.slice(2)));
} catch (error) {
  const sentence = error instanceof StartError || error instanceof CallError;
  if (!end.signal.aborted) console.error(sentence ? error.message : error);
  process.exitCode = end.signal.aborted ? 0 : 1;
}
// Connections that are kept would hold the process for seconds.
process.exit();

/** The exit code: 0 when every answer was acknowledged. */
async function simulate(options: SimulateOptions): Promise<number> {
  const { url, students: count, minutes } = options;
  const ended = end.signal;
  const say = (line: string): void => console.log(line);
  const around = { url, say, ended, time: new HumanTime(options.pace, ended) };
  const decks = await officialDecks(url);
  const own = options.classId === undefined ? await openClassroom(around, decks) : undefined;
  const classId = own?.classId ?? options.classId!;

  const score = new Scoreboard(count);
  const givenUp = new AbortController();
  const students = await enrol();
  if (!own)
    say(`${count} students have asked to join class ${classId}: waiting for its teacher to approve them …`);

  let clock: NodeJS.Timeout | undefined;
  const lines = setInterval(() => clock && showLine(score.line()), 1_000);
  const begin = (): void => {
    if (clock) return;
    score.begin();
    clock = setTimeout(() => end.abort(), minutes * 60_000);
  };
  ended.addEventListener('abort', () => setTimeout(() => givenUp.abort(), PARTING_MS).unref());
  const work = students.map(async (student) => {
    const approved = await student.approvedDecks(classId);
    if (approved.length === 0) return;
    begin();
    await student.study(approved);
  });
  const outcomes = await Promise.allSettled(work);
  clearInterval(lines);
  clearTimeout(clock);
  if (process.stdout.isTTY) say('');
  say(score.summary());
  const failure = outcomes.find((outcome) => outcome.status === 'rejected' && !ended.aborted);
  if (failure?.status === 'rejected') throw failure.reason;
  return score.waiting + score.refusals > 0 ? 1 : 0;

  async function enrol(): Promise<SimulatedStudent[]> {
    const enrolled: SimulatedStudent[] = [];
    let next = 0;
    const enrolNext = async (): Promise<void> => {
      const person = await register(around, 'student', ++next);
      const student = new SimulatedStudent(person, around, score, givenUp.signal);
      await student.join(classId);
      await own?.approve();
      enrolled.push(student);
    };
    // The first by itself: when there is no such class, no more accounts are made for it.
    await enrolNext();
    const some = async (): Promise<void> => {
      while (next < count) await enrolNext();
    };
    await Promise.all(Array.from({ length: REGISTER_AT_ONCE }, some));
    return enrolled;
  }
}

/** On a terminal each line takes the place of the one before. */
function showLine(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`);
  else console.log(line);
}
