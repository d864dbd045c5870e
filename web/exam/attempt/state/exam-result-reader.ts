import type { ExamResult } from '../../../../core/exam/attempt/submission.schema.ts';
import { createRetry } from '../../../lib/live/back-off.ts';
import type { Timing } from '../../../lib/live/timing.ts';
import { EXAM_WAITS, examFailure } from './exam-failure.ts';

export interface ResultReaderParts {
  timing: Timing;
  read: () => Promise<ExamResult>;
  onResult: (result: ExamResult) => void;
  onFailed: (error: unknown) => void;
}

/** Reads the result of what was handed in. That there is none yet is no failure: it is on its way. */
export function createResultReader({ timing, read, onResult, onFailed }: ResultReaderParts) {
  const retry = createRetry(timing, EXAM_WAITS);
  let isReading = false;
  let isStopped = false;

  async function tryRead(): Promise<void> {
    retry.stop();
    if (isReading) return;
    isReading = true;
    try {
      const result = await read();
      retry.reset();
      if (!isStopped) onResult(result);
    } catch (error) {
      if (isStopped) return;
      if (examFailure(error) === 'no-result') retry.later(() => void tryRead());
      else onFailed(error);
    } finally {
      isReading = false;
    }
  }

  return {
    start(): void {
      isStopped = false;
      void tryRead();
    },
    stop(): void {
      isStopped = true;
      retry.reset();
    },
  };
}
