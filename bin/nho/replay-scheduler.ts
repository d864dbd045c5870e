import { readFile } from 'node:fs/promises';
import { AppError } from '../../core/contract/errors.ts';
import { eventRegister } from '../../core/events.ts';
import { compareSchedulers } from '../../core/learning/what-if/compare-schedulers.ts';
import { type OtherRules, OtherRulesError, readOtherRules } from '../../core/learning/what-if/other-rules.ts';
import { UnreadableEventError } from '../../core/log/event-register.ts';
import { LogGapError } from '../../core/log/read.ts';
import { StartError } from '../command/start-error.ts';
import { comparisonText } from './comparison-text.ts';
import type { NhoCommand, NhoContext } from './nho-command.ts';
import { idOption, momentOption } from './option-values.ts';

export const SCHEDULER_OPTIONS = {
  scheduler: { type: 'string', help: 'reports what the rules of learning in this JSON file would change' },
  class: { type: 'string', help: 'with --scheduler: only students who are approved in the class of this id' },
  deck: { type: 'string', help: 'with --scheduler: only answers to cards of the deck of this id' },
  since: { type: 'string', help: 'with --scheduler: reports answers from the study day of this time on' },
  until: { type: 'string', help: 'only events recorded before this time' },
} as const satisfies NhoCommand['options'];

/** Replays the log under the rules of a file, and reports them beside the live ones. Nothing is written. */
export async function replayScheduler(context: NhoContext): Promise<number> {
  const { database, config, options, words, signal, progress, result } = context;
  if (words.length) throw new StartError(`replay takes no words, such as "${words[0]}".`);
  for (const name of ['position', 'force', 'concurrency'])
    if (options[name] !== undefined) throw new StartError(`--${name} belongs to --into.`);
  const since = momentOption('since', options.since, config.APP_TIME_ZONE);
  const until = momentOption('until', options.until, config.APP_TIME_ZONE);
  if (since && until && since >= until) throw new StartError('--since must be before --until.');
  const classId = idOption('class', options.class);
  const deckId = idOption('deck', options.deck);
  const rules = await rulesOf(options.scheduler);
  try {
    const comparison = await compareSchedulers(database.pool, rules, {
      register: eventRegister,
      classId,
      deckId,
      since,
      until,
      timeZone: config.APP_TIME_ZONE,
      onProgress: (share) => progress('Replaying', share),
      signal,
    });
    result(comparisonText(comparison, rules), { rules, ...comparison });
    return 0;
  } catch (error) {
    if (error instanceof AppError && error.code === 'class_not_found')
      throw new StartError(`--class ${classId}: there is no such class.`);
    if (error instanceof LogGapError) throw new StartError(`The log is damaged: ${error.message}.`);
    if (error instanceof UnreadableEventError)
      throw new StartError(`The log has what this version cannot read: ${error.message}.`);
    throw error;
  }
}

async function rulesOf(file: string | boolean | undefined): Promise<OtherRules> {
  if (typeof file !== 'string') throw new StartError('--scheduler needs a file.');
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new StartError(`--scheduler ${file}: ${error.message}`);
  });
  try {
    return readOtherRules(text);
  } catch (error) {
    if (error instanceof OtherRulesError) throw new StartError(`--scheduler ${file}:\n${error.message}`);
    throw error;
  }
}
