import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Submitted } from '../../../core/exam/attempt/submission.schema.ts';
import type { Answers, StudentExam } from '../../../core/exam/exam.schema.ts';
import { OPTION_LETTERS } from '../../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import type { Throw } from '../../harness/seeded.ts';
import { sql } from '../../harness/sql.ts';
import { within } from '../../harness/within.ts';
import { isSameAnswer } from './log-place.ts';
import { type Answered, jsonPost, type RecordingCalls } from './recording-calls.ts';
import { tokenFor } from './recording-clients.ts';

const QUESTIONS = 10;
const RETRY_MS = 100;
/** After its grace of ten seconds an exam is late; by this much so that no clock's reading can doubt it. */
const LATE_MS = 10_400;

/** What a student means to do: hand in, leave it to the server, or hand in after the end. */
export type Intention = 'in time' | 'never' | 'late';

/** One student's exam as the student was told of it. */
export interface Sitting {
  studentId: number;
  examId: number;
  intention: Intention;
  /** Milliseconds since 1970; known once the start was acknowledged. */
  deadlineAt?: number;
  /** In the order in which they were sent, one at a time. */
  saves: { answers: Answers; isAcknowledged: boolean }[];
  submission?: { answers: Answers; told?: Submitted };
  /** What the student was told that cannot be. */
  oddities: string[];
}

export interface SittingsKey {
  /** By exam: the right option of each question. */
  keys: Map<number, Map<number, OptionLetter>>;
}

interface Desk {
  calls: RecordingCalls;
  roll: Throw;
}

/** Students that sit exams while processes die: an exam of half an hour, and one that is over after its grace. */
export class ExamSittings implements SittingsKey {
  readonly sittings: Sitting[] = [];
  readonly keys: SittingsKey['keys'];
  readonly #desk: Desk;
  readonly #plan: [student: number, exam: number, intention: Intention][];
  #isFinishing = false;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(desk: Desk, keys: SittingsKey['keys'], plan: [number, number, Intention][]) {
    this.#desk = desk;
    this.keys = keys;
    this.#plan = plan;
  }

  static async create(pool: Pool, desk: Desk, students: number): Promise<ExamSittings> {
    const ids = async (sql: string, values: unknown[]) =>
      (await pool.query<{ id: number }>(sql, values)).rows.map(({ id }) => id);
    const addUsers = `insert into users (name, email, password_hash, role, time_zone)
      select 'Lan', gen_random_uuid() || '@example.org', 'none', $2, 'Asia/Ho_Chi_Minh' from generate_series(1, $1)
      returning id`;
    const [teacher] = await ids(addUsers, [1, 'teacher']);
    const sitting = await ids(addUsers, [students, 'student']);
    const [classId] = await ids(`insert into classes (teacher_id, name) values ($1, '10A') returning id`, [
      teacher,
    ]);
    await sql(pool)`insert into class_members (class_id, student_id, status, joined_at)
      select ${classId}, student, 'approved', now() from unnest(${sitting}::integer[]) student`;
    // Nobody could wait for the end of the shortest exam that a teacher can give.
    await pool.query('alter table exams drop constraint exams_duration_minutes_check');
    const exams = await ids(
      `insert into exams (teacher_id, title, duration_minutes, main_content_type)
       select $1, 'Unit ' || minutes, minutes, 'none' from unnest('{30,0}'::integer[]) minutes returning id`,
      [teacher],
    );
    await sql(pool)`insert into exam_classes (exam_id, class_id) select id, ${classId}
      from unnest(${exams}::integer[]) id`;
    const keys: SittingsKey['keys'] = new Map();
    for (const exam of exams) {
      const letters = Array.from({ length: QUESTIONS }, () => OPTION_LETTERS[desk.roll(4)]!);
      const questions = await ids(
        `insert into exam_questions (exam_id, ordinal, question_text, option_a, option_b, option_c, option_d, correct_option)
         select $1, n, 'Question ' || n, 'first', 'second', 'third', 'fourth', letter
         from unnest($2::text[]) with ordinality l (letter, n) returning id`,
        [exam, letters],
      );
      keys.set(exam, new Map(questions.map((id, index) => [id, letters[index]!])));
    }
    const [long, short] = exams as [number, number];
    const plan = sitting.map((student): [number, number, Intention] => {
      const dice = desk.roll(10);
      if (dice < 6) return [student, long, 'in time'];
      return [student, short, dice < 8 ? 'never' : dice === 8 ? 'late' : 'in time'];
    });
    return new ExamSittings(desk, keys, plan);
  }

  /** All begin within this time, by chance; those with half an hour go on until `finish`. */
  start(spreadMs: number): void {
    this.#running = Promise.all(
      this.#plan.map(async ([studentId, examId, intention]) => {
        // The exam that is soon over is begun at any moment; the long one soon, so that it is under way for long.
        const isLong = examId === this.#plan.find(([, , kind]) => kind === 'in time')?.[1];
        const late = this.#desk.roll(isLong ? Math.min(5_000, spreadMs) : spreadMs);
        for (let waited = 0; waited < late && !this.#isFinishing; waited += 100) await pause(100);
        const sitting: Sitting = { studentId, examId, intention, saves: [], oddities: [] };
        this.sittings.push(sitting);
        await this.#sit(sitting);
      }),
    );
    this.#running.catch(() => {});
  }

  /** Everybody hands in what they mean to; resolves when all have been told. */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    await within(this.#running, 'every exam has been handed in', 120_000);
  }

  async #sit(sitting: Sitting): Promise<void> {
    const { examId, studentId, intention } = sitting;
    const account = { id: studentId, token: tokenFor(studentId) };
    const ask = (path: string, init?: Parameters<RecordingCalls['once']>[2]) =>
      this.#until(`/api/exams/${examId}${path}`, account, init);

    const opened = await ask('');
    if (opened.status !== 200)
      return void sitting.oddities.push(`opening: ${opened.status} ${opened.body.code}`);
    const { attempt } = opened.body.data as StudentExam;
    sitting.deadlineAt = Date.parse(attempt.deadline_at);
    const questions = [...this.keys.get(examId)!.keys()];
    const isLong = sitting.deadlineAt - Date.now() > 60_000;
    let { version } = attempt;
    const answers: Answers = {};
    const choose = () => {
      answers[questions[this.#desk.roll(QUESTIONS)]!] = OPTION_LETTERS[this.#desk.roll(4)]!;
    };
    for (let save = 0; isLong ? save < 2 || !this.#isFinishing : save < 2; save++) {
      choose();
      const kept = { answers: { ...answers }, isAcknowledged: false };
      sitting.saves.push(kept);
      const { status, body, endedAt } = await ask(
        '/answers',
        jsonPost({ version, answers: kept.answers, skipped: [] }),
      );
      if (status === 200) {
        kept.isAcknowledged = true;
        version = (body.data as { version: number }).version;
      } else if (!isOverAt(sitting, endedAt))
        sitting.oddities.push(`save ${save + 1}: ${status} ${body.code}, although the time is not over`);
      if (status !== 200) break;
      await pause(isLong ? 2_000 + this.#desk.roll(3_000) : 200 + this.#desk.roll(800));
    }
    if (intention === 'never') return;
    if (intention === 'late') await pause(Math.max(0, sitting.deadlineAt + LATE_MS - Date.now()));
    choose();
    sitting.submission = { answers: { ...answers } };
    await this.#handIn(sitting, ask);
  }

  async #handIn(
    { submission, examId, oddities, ...sitting }: Sitting,
    ask: (path: string, init: Parameters<RecordingCalls['once']>[2]) => Promise<Answered>,
  ): Promise<void> {
    const key = randomUUID();
    const send = (withKey: string) => ask('/submit', jsonPost({ answers: submission!.answers }, withKey));
    const first = await send(key);
    if (first.status !== 200) {
      // The server was quicker, which it may be only after the end.
      if (first.body.code !== 'exam_already_submitted' || !isOverAt({ ...sitting, oddities }, first.endedAt))
        oddities.push(`handing in: ${first.status} ${first.body.code}`);
      return;
    }
    submission!.told = first.body.data as Submitted;
    const [again, other] = [await send(key), await send(randomUUID())];
    if (!isSameAnswer(again.body.data, submission!.told))
      oddities.push(`exam ${examId} again: ${JSON.stringify(again.body)}`);
    if (other.body.code !== 'exam_already_submitted')
      oddities.push(`exam ${examId} a second time: ${JSON.stringify(other.body)}`);
  }

  /** Asks until there is an answer that is not "try again". */
  async #until(...request: Parameters<RecordingCalls['once']>): Promise<Answered> {
    for (;;) {
      const answered = await this.#desk.calls.once(...request);
      if (answered && answered.status !== 503 && answered.status !== 429) return answered;
      await pause(RETRY_MS);
    }
  }
}

function isOverAt({ deadlineAt }: Pick<Sitting, 'deadlineAt' | 'oddities'>, endedAt: number): boolean {
  const wallClock = performance.timeOrigin + endedAt;
  return deadlineAt !== undefined && wallClock > deadlineAt + 10_000;
}
