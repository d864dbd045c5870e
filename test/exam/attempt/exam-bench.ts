import type { Test } from 'tap';
import type { SaveBody } from '../../../core/exam/attempt/submission.schema.ts';
import type { Answers, Attempt } from '../../../core/exam/exam.schema.ts';
import { createExamSessionApi } from '../../../web/exam/attempt/state/exam-session-api.ts';
import { createExamSessionCache } from '../../../web/exam/attempt/state/exam-session-cache.ts';
import { createExamSessionController } from '../../../web/exam/attempt/state/exam-session-controller.ts';
import type { ExamNews } from '../../../web/exam/attempt/state/exam-session-view.ts';
import { manualTimers } from '../../desk/manual-timers.ts';
import { column } from '../../harness/columns.ts';
import { until } from '../../harness/until.ts';
import { memoryStorage } from '../../lib/kept/memory-storage.ts';
import { fakeNetwork, headerOf, type Sent } from '../../lib/live/fake-network.ts';
import { attemptOf, START, studentExam } from './sample-exam.ts';

const json = (status: number, body: object) => Response.json(body, { status });
export const refusal = (status: number, code: string, message: string, data?: object): Response =>
  json(status, { success: false, code, message, ...(data && { data }) });

/** A server with one exam and one student, a browser with its storage, and the pages in it. Right is always A. */
export function examBench(t: Test, { questions = 12, minutes = 60 } = {}) {
  const storage = memoryStorage();
  storage.setItem('user_id', '7');
  storage.setItem('token', 'a token');
  t.intercept(globalThis, 'localStorage', { value: storage, configurable: true });
  const time = manualTimers();
  let sleptMs = 0;
  let wallOffsetMs = 0;
  const exam = studentExam(questions, minutes);

  const server = {
    /** Nothing gets through in either direction. */
    isDown: false,
    /** So many answers get lost after the server has done its work. */
    losing: 0,
    /** Answers in the server's place, once. */
    instead: [] as ((path: string) => Response | undefined)[],
    work: { answers: {} as Answers, skipped: [] as number[], version: 0, saved_at: null as string | null },
    submitted: null as null | { key: string | null; answers: Answers },
    now: () => time.now() + sleptMs,
    remaining: () => minutes * 60 - server.now() / 1_000,
    attempt: (): Attempt =>
      attemptOf(minutes, {
        ...server.work,
        remaining_seconds: server.remaining(),
        submitted: server.submitted !== null,
      }),
    /** Another device has done this. */
    elsewhere(answers: Answers, skipped: number[] = []): void {
      const { version } = server.work;
      server.work = { answers, skipped, version: version + 1, saved_at: new Date(START).toISOString() };
    },
  };

  const score = () => ({
    score: Object.values(server.submitted?.answers ?? {}).filter((letter) => letter === 'A').length,
    total: questions,
  });
  const alreadySubmitted = () => refusal(409, 'exam_already_submitted', 'Exam already submitted', score());

  function save({ version, answers, skipped }: SaveBody): Response {
    if (server.submitted) return alreadySubmitted();
    if (server.remaining() < -10) return refusal(409, 'exam_time_over', 'The time for this exam is over');
    if (version !== server.work.version)
      return refusal(409, 'exam_changed_elsewhere', 'Elsewhere', server.attempt());
    const saved_at = new Date(START + server.now()).toISOString();
    server.work = { answers, skipped, version: version + 1, saved_at };
    const data = { version: version + 1, saved_at, remaining_seconds: server.remaining() };
    return json(200, { success: true, data });
  }

  function submit(sent: Sent, answers: Answers): Response {
    const key = headerOf(sent, 'Idempotency-Key');
    if (server.submitted && server.submitted.key !== key) return alreadySubmitted();
    server.submitted ??= { key, answers };
    return json(200, { success: true, data: { ...score(), position: '1-1' } });
  }

  function answer(sent: Sent): Response {
    const body = sent.init.body ? JSON.parse(String(sent.init.body)) : undefined;
    if (sent.url.endsWith('/answers')) return save(body);
    if (sent.url.endsWith('/submit')) return submit(sent, body.answers);
    if (!sent.url.endsWith('/result'))
      return json(200, { success: true, data: { ...exam, attempt: server.attempt() } });
    if (!server.submitted) return refusal(404, 'no_exam_result', 'No result found for this exam');
    const { answers } = server.submitted;
    return json(200, {
      success: true,
      data: { ...score(), answers, submitted_by: 'student', late_seconds: 0 },
    });
  }

  const all = fakeNetwork(t, async (sent) => {
    if (server.isDown) throw new TypeError('Failed to fetch');
    const instead = server.instead[0]?.(sent.url);
    if (instead) {
      server.instead.shift();
      return instead;
    }
    const response = answer(sent);
    if (server.losing > 0 && sent.init.method === 'POST') {
      server.losing -= 1;
      throw new TypeError('Failed to fetch');
    }
    return response;
  });

  const wall = () => START + time.now() + sleptMs + wallOffsetMs;
  t.intercept(Date, 'now', { value: wall });

  function page() {
    const news: ExamNews[] = [];
    const bornAt = time.now();
    const controller = createExamSessionController({
      api: createExamSessionApi(exam.id, 7),
      cache: createExamSessionCache(exam.id, 7),
      timing: {
        // Each page's own begins at 0, like the browser's.
        monotonic: () => time.now() - bornAt,
        wall,
        after: time.after,
      },
      makeKey: () => crypto.randomUUID(),
      onNews: (each) => news.push(each),
    });
    return {
      controller,
      newsTypes: () => column(news, 'type'),
      news,
      view: controller.view,
      session: () => controller.view().session!,
      marks: () => controller.view().session?.marks,
      seconds: () => controller.timeLeft().seconds,
      saving: (state: string) => until(() => controller.view().saving === state),
      inPhase: (phase: string) => until(() => controller.view().session?.phase === phase),
    };
  }

  async function openPage() {
    const opened = page();
    await opened.controller.open();
    return opened;
  }

  return {
    server,
    storage,
    all,
    page,
    openPage,
    questions: exam.questions.map(({ id }) => id),
    /** So much time goes by, with everything that is due in it. */
    pass: (seconds: number) => time.advance(seconds * 1_000),
    /** What is under way has arrived. */
    async settled(): Promise<void> {
      for (let turn = 0; turn < 20; turn += 1) await time.settle();
    },
    /** Time goes by until it is so. */
    async passUntil(done: () => boolean): Promise<void> {
      for (let second = 0; second < 120 && !done(); second += 1) await time.advance(1_000);
      if (!done()) throw new Error('What the test waits for does not happen');
    },
    /** So much time goes by while the computer sleeps: its monotonic clock stands still. */
    sleep: (seconds: number) => {
      sleptMs += seconds * 1_000;
    },
    moveWall: (seconds: number) => {
      wallOffsetMs += seconds * 1_000;
    },
    sentTo: (end: string) => all.filter(({ url }) => url.endsWith(end)),
  };
}

/** The same, with a page of it that has been opened. */
export async function openedExam(...given: Parameters<typeof examBench>) {
  const bench = examBench(...given);
  return { bench, page: await bench.openPage() };
}
