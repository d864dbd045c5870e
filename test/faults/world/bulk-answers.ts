import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cardReviewed } from '../../../core/learning/answering/answer.ts';
import type { NewEvent } from '../../../core/log/append/appender.ts';
import type { Lifetime } from '../../harness/lifetime.ts';
import { within } from '../../harness/within.ts';
import { withoutEpoch } from './log-place.ts';

const CARDS = 10;
/** Of these answers: a moment that is the same whenever they are sent again. */
const NOW = Date.UTC(2026, 2, 1, 5);

/** What the writer is told to do. */
export interface BulkOrder {
  databaseUrl: string;
  run: BulkRun;
  /** Each student with the number of answers that have been acknowledged already. */
  students: [studentId: number, acknowledged: number][];
  perSecond: number;
}

/** What was acknowledged: the student, the answer's number, and where it lies. */
export type BulkTold = [studentId: number, number: number, position: string][];

export interface BulkRun {
  deckId: number;
  firstCard: number;
  /** Eight hexadecimal digits, other ones for each run. */
  mark: string;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** The id of a student's n-th answer: a UUID in which one can read both. */
export const bulkId = ({ mark }: BulkRun, studentId: number, number: number): string =>
  `${mark}-0000-4000-8000-${hex(studentId, 5)}${hex(number, 7)}`;

export function bulkEvent(run: BulkRun, studentId: number, number: number): NewEvent {
  const rating = (number % 3) as 0 | 1 | 2;
  return cardReviewed(
    { status: rating, time_spent: number % 60, tries: 1 + (number % 3), answered_at: NOW },
    {
      studentId,
      deckId: run.deckId,
      cardId: run.firstCard + (number % CARDS),
      timeZone: 'Asia/Ho_Chi_Minh',
      id: bulkId(run, studentId, number),
      now: NOW + number,
    },
  );
}

/** The writer process, killed and started as the others are, and what it was told by the log. */
export class BulkWriter {
  readonly #run: BulkRun;
  readonly #databaseUrl: string;
  readonly #perSecond: number;
  /** Positions of each student's answers, the first one's first. */
  readonly told = new Map<number, string[]>();
  #child: ChildProcess | undefined;
  /** Acknowledgements that contradict an earlier one. */
  readonly contradictions: string[] = [];

  constructor(
    t: Lifetime,
    {
      students,
      run,
      databaseUrl,
      perSecond,
    }: { students: number[]; run: BulkRun; databaseUrl: string; perSecond: number },
  ) {
    this.#run = run;
    this.#databaseUrl = databaseUrl;
    this.#perSecond = perSecond;
    for (const id of students) this.told.set(id, []);
    t.teardown(() => this.#child?.kill('SIGKILL'));
  }

  get run(): BulkRun {
    return this.#run;
  }

  get acknowledged(): number {
    let count = 0;
    for (const { length } of this.told.values()) count += length;
    return count;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'lone-writer.ts')], {
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    await within(once(child, 'message'), 'the writer starts');
    child.on('message', (told: BulkTold | 'done') => {
      if (told === 'done') child.disconnect();
      else for (const [student, number, position] of told) this.#note(student, number, position);
    });
    const students = [...this.told].map(([id, { length }]): [number, number] => [id, length]);
    const order: BulkOrder = {
      databaseUrl: this.#databaseUrl,
      run: this.#run,
      students,
      perSecond: this.#perSecond,
    };
    child.send(order);
  }

  #note(student: number, number: number, position: string): void {
    const list = this.told.get(student)!;
    const known = list[number - 1];
    if (known === undefined && number === list.length + 1) list.push(position);
    else if (known === undefined || withoutEpoch(known) !== withoutEpoch(position))
      this.contradictions.push(`answer ${number} of student ${student}: ${known}, then ${position}`);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await within(closed, 'the writer ends');
  }

  /** Ends it once everything that it has begun is acknowledged. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    // No 'close' comes from a process of which the channel was closed here.
    const ended = once(child, 'exit');
    child.send('stop');
    await within(ended, 'the writer ends');
  }
}
