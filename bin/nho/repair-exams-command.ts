import { type BlockedAttempt, blockedAttempts, repairAttempt } from '../../core/exam/attempt/repair-exams.ts';
import { Appender } from '../../core/log/append/appender.ts';
import { StartError } from '../command/start-error.ts';
import type { NhoCommand, NhoContext } from './nho-command.ts';

const FOUND = 1;

/** Exams that an answer under the id of their submission has blocked, in a version that allowed that. */
export const repairExamsCommand: NhoCommand = {
  usage: 'repair-exams [--apply]',
  summary:
    'Finds exams that count as handed in although the log has no submission of theirs; with --apply it hands in what was ' +
    'saved, as of the end. Exit code 1: there are some, and nothing was changed.',
  options: { apply: { type: 'boolean', help: 'put them right; without it, they are only told' } },
  run,
};

async function run({ options, words, database, progress, result, signal }: NhoContext): Promise<number> {
  if (words.length) throw new StartError(`repair-exams takes no words, such as "${words[0]}".`);
  const { pool } = database;
  const applies = options.apply === true;
  const blocked = await blockedAttempts(pool);
  if (applies && blocked.length) {
    const appender = new Appender(pool);
    for (const [index, attempt] of blocked.entries()) {
      signal.throwIfAborted();
      await repairAttempt({ pool, appender }, attempt);
      progress('Exams', (index + 1) / blocked.length);
    }
    await appender.close();
  }
  result(text(blocked, applies), {
    applied: applies,
    exams: blocked.map((attempt) => ({
      exam_id: attempt.examId,
      student_id: attempt.studentId,
      deadline_at: new Date(attempt.deadlineAt).toISOString(),
      answers: Object.keys(attempt.answers).length,
      repair: attempt.isOver ? 'hand in' : 'open again',
    })),
  });
  return blocked.length && !applies ? FOUND : 0;
}

function text(blocked: BlockedAttempt[], applies: boolean): string {
  if (blocked.length === 0) return 'Every exam that counts as handed in has its submission in the log.';
  const lines = blocked.map(({ examId, studentId, answers, deadlineAt, isOver }) => {
    const saved = Object.keys(answers).length;
    const what = isOver
      ? `${applies ? 'handed in' : 'would be handed in'} with ${saved} saved ${saved === 1 ? 'answer' : 'answers'}, as of ${new Date(deadlineAt).toISOString()}`
      : `${applies ? 'opened again' : 'would be opened again'}, since its time still runs`;
    return `exam ${examId}, student ${studentId}: ${what}`;
  });
  if (!applies) lines.push('', 'Nothing was changed. Put them right with --apply.');
  return lines.join('\n');
}
