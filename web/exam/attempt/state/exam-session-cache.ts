import { cachedNames, dropCache, readCache, writeCache } from '../../../lib/kept/expiring-cache.ts';
import { readSession } from '../../../lib/kept/stored-session.ts';
import type { StoredCountdown, TimeLeft } from './countdown.ts';
import { EXAM_CACHE } from './exam-cache-options.ts';
import { type ExamSession, isUnsaved } from './exam-session.state.ts';

/** What doesn't change while the exam is taken, apart from what is written every second. */
type Facts = Pick<ExamSession, 'exam' | 'startedAt' | 'durationSeconds'>;
type Progress = Omit<ExamSession, keyof Facts>;

export interface StoredProgress {
  progress: Progress;
  countdown: StoredCountdown;
  timeLeft: TimeLeft;
}

export interface StoredExamSession {
  session: ExamSession;
  countdown: StoredCountdown;
  timeLeft: TimeLeft;
}

/** The user's id is in every key already: the cache adds it. */
const factsName = (examId: number) => `exam:${examId}:exam`;
export const progressName = (examId: number) => `exam:${examId}:progress`;

export type ExamSessionCache = ReturnType<typeof createExamSessionCache>;

/** Keeps an exam in this browser for a day: enough to go on without the server, and never a key. */
export function createExamSessionCache(examId: number, userId: number | null) {
  let written: ExamSession['exam'] | undefined;
  /** False after a logout, or when another student has logged in: the storage is then another's. */
  const isOwn = () => readSession().userId === userId;

  return {
    read(): StoredExamSession | null {
      if (!isOwn()) return null;
      const facts = readCache<Facts>(factsName(examId), EXAM_CACHE);
      const cached = readCache<StoredProgress>(progressName(examId), EXAM_CACHE);
      if (facts?.exam?.id !== examId || !cached?.progress) return null;
      const { progress, countdown, timeLeft } = cached;
      return { session: { ...facts, ...progress }, countdown, timeLeft };
    },

    /** False when the browser's storage refuses. */
    write({ session, countdown, timeLeft }: StoredExamSession): boolean {
      if (!isOwn()) return true;
      const { exam, startedAt, durationSeconds, ...progress } = session;
      const facts: Facts = { exam, startedAt, durationSeconds };
      if (written !== exam) {
        if (!writeCache(factsName(examId), facts, EXAM_CACHE)) return false;
        written = exam;
      }
      const cached: StoredProgress = { progress, countdown, timeLeft };
      return writeCache(progressName(examId), cached, EXAM_CACHE);
    },

    clear: () => dropCache(`exam:${examId}:`),
  };
}

/** Whether this student has begun an exam in this browser: that it was opened is kept from the first answer on. */
export const hasExamHere = (examId: number): boolean =>
  createExamSessionCache(examId, readSession().userId).read() !== null;

/** The exams of this student of which only this browser has something: work, or that it was handed in. */
export function unsentExams(): number[] {
  const { userId } = readSession();
  return cachedNames('exam:').flatMap((name) => {
    const examId = Number(/^exam:(\d+):progress$/.exec(name)?.[1]);
    const session = examId ? createExamSessionCache(examId, userId).read()?.session : undefined;
    return session && (session.phase === 'handing-in' || isUnsaved(session)) ? [examId] : [];
  });
}
