/** A classroom of students as real HTTP clients, who register, join a class and study at human pace. */

import { parseArgs } from 'node:util';
import { ROW_ID_MAX } from '../core/contract/row-id.ts';
import { StartError } from './command/start-error.ts';
import { HumanTime, officialDecks, openClassroom, register } from './simulate/classroom-set-up.ts';
import { CallError } from './simulate/product-client.ts';
import { Scoreboard } from './simulate/scoreboard.ts';
import { SimulatedStudent } from './simulate/simulated-student.ts';

interface SimulateOptions {
  /** Without a slash at the end. */
  url: string;
  students: number;
  /** The class to join; without it a teacher and a class are made. */
  classId: number | undefined;
  minutes: number;
  /** How many times as quick as people. */
  pace: number;
}

const USAGE = `npm run simulate -- [--url http://localhost:3000] [--students 30] [--class NUMBER] [--minutes 5] [--pace 1]`;

const MOST_STUDENTS = 5_000;

/** Throws a StartError for what cannot be meant. */
function readOptions(args: string[]): SimulateOptions {
  const { url, students, class: classId, minutes, pace } = parse(args);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new StartError(`--url must be an address such as http://localhost:3000, not "${url}".`);
  return {
    url: url.replace(/\/+$/, ''),
    students: wholeNumber('students', students, MOST_STUDENTS),
    classId: classId === undefined ? undefined : wholeNumber('class', classId, ROW_ID_MAX),
    minutes: positive('minutes', minutes),
    pace: positive('pace', pace),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        url: { type: 'string', default: 'http://localhost:3000' },
        students: { type: 'string', default: '30' },
        class: { type: 'string' },
        minutes: { type: 'string', default: '5' },
        pace: { type: 'string', default: '1' },
      },
    }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new StartError(`${sentence}. Usage: ${USAGE}`);
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw new StartError(`--${name} must be a whole number from 1 to ${most}, not "${text}".`);
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value;
  throw new StartError(`--${name} must be a number above 0, not "${text}".`);
}

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
