import { systemClock } from '../../core/contract/clock.ts';
import { AppError } from '../../core/contract/errors.ts';
import { eventRegister } from '../../core/events.ts';
import type { RecallScores } from '../../core/learning/memory/recall-evaluation.ts';
import {
  type Fitting,
  type FittingOutcome,
  fitWeights,
  REVIEWS_NEEDED,
  schedulerWeightsSet,
} from '../../core/learning/memory/weights-fitting.ts';
import { FittingUnavailableError } from '../../core/learning/memory/weights-training.ts';
import { Appender } from '../../core/log/append/appender.ts';
import { StartError } from '../command/start-error.ts';
import { asSentence, idOption, type NhoCommand, type NhoContext } from './nho-command.ts';

const FOUND = 1;

export const optimizeCommand: NhoCommand = {
  usage: 'optimize --student ID | --class ID | --all [--apply]',
  summary:
    'Fits the weights of the review schedule to a history, and tells whether they would have predicted the last fifth ' +
    'of it better than those that hold. Exit code 1: there are too few reviews, or they would not; nothing was changed.',
  options: {
    student: { type: 'string', help: "to this student's reviews" },
    class: { type: 'string', help: 'to those of the students who are approved in the class of this id' },
    all: {
      type: 'boolean',
      help: 'to those of everybody who has reviews; students who come later begin with the default',
    },
    apply: { type: 'boolean', help: 'when they are better, these students have them from now on' },
  },
  run,
};

type FittedTo = 'student' | 'class' | 'all';

async function run(context: NhoContext): Promise<number> {
  const { options, database, config, progress, result, say, signal } = context;
  const fittedTo = scopeOf(context);
  const fitting = await fitWeights(database.pool, {
    register: eventRegister,
    studentId: idOption('student', options.student),
    classId: idOption('class', options.class),
    onProgress: progress,
    onRead: (reviews) => say(`Fitting to ${reviews} reviews …`),
    signal,
  }).catch((error: unknown) => {
    if (error instanceof FittingUnavailableError)
      throw new StartError(`Weights cannot be fitted on this machine: ${error.message}`);
    throw asSentence(error, options);
  });
  signal.throwIfAborted();
  let applied = 0;
  if (options.apply && fitting.outcome === 'better') {
    const now = systemClock(config.TEST_CLOCK_OFFSET).now();
    applied = await append(context, schedulerWeightsSet(fitting, fittedTo, now));
  }
  result(text(fitting, options.apply === true), {
    outcome: fitting.outcome,
    fitted_to: fittedTo,
    students: fitting.students.length,
    keep_own: fitting.keepOwn,
    reviews: fitting.reviews,
    reviews_needed: REVIEWS_NEEDED,
    before: fitting.before,
    after: fitting.after,
    weights: fitting.weights ?? null,
    applied,
  });
  return fitting.outcome === 'better' || fitting.outcome === 'held_already' ? 0 : FOUND;
}

function scopeOf({ options, words }: NhoContext): FittedTo {
  if (words.length) throw new StartError(`optimize takes no words, such as "${words[0]}".`);
  const [scope, ...more] = (['student', 'class', 'all'] as const).filter((name) => options[name]);
  if (!scope || more.length) throw new StartError('Name one of --student ID, --class ID and --all.');
  return scope;
}

/** Not stopped by Ctrl-C: a class of which one half had them would be neither one nor the other. */
async function append({ database }: NhoContext, events: ReturnType<typeof schedulerWeightsSet>) {
  const appender = new Appender(database.pool, { queueLimit: Number.POSITIVE_INFINITY });
  const appended = await Promise.allSettled(events.map((event) => appender.append(event)));
  await appender.close();
  const failure = appended.find((outcome) => outcome.status === 'rejected')?.reason;
  if (failure instanceof AppError && failure.code === 'idempotency_conflict')
    throw new StartError('Other weights have been set meanwhile. Run it again.');
  if (failure instanceof AppError) throw new StartError(`${failure.message} Run it again.`);
  if (failure) throw failure;
  return events.length;
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

const VERDICTS: Record<FittingOutcome, string> = {
  better: 'Better: use them with --apply.',
  not_better: 'Not better, or not by enough: nothing was changed.',
  held_already: 'The weights that fit best hold already: nothing was changed.',
  too_few_reviews: `That is too few: at least ${REVIEWS_NEEDED.toLocaleString('en')} are needed. Nothing was changed.`,
};

function text(fitting: Fitting, applies: boolean): string {
  const { outcome, students, keepOwn, reviews, before, after, weights } = fitting;
  const lines = [
    `${count(students.length, 'student')}, ${count(reviews, 'review')} of cards learnt on an earlier day.`,
  ];
  if (keepOwn.length)
    lines.push(`Left out, with weights fitted to themselves alone: student ${keepOwn.join(', ')}.`);
  if (before && after)
    lines.push(
      '',
      `On the last ${count(before.reviews, 'review')}, held out:`,
      '                    log loss  RMSE(bins)     AUC',
      row('weights that hold', before),
      row('fitted weights', after),
    );
  if (weights) lines.push('', `Fitted to all: ${weights.join(', ')}`);
  const isApplied = outcome === 'better' && applies;
  lines.push('', isApplied ? 'Better: they hold from now on.' : VERDICTS[outcome]);
  return lines.join('\n');
}

const row = (name: string, { log_loss, rmse_bins, auc }: RecallScores): string =>
  [
    `  ${name.padEnd(17)}`,
    log_loss.toFixed(4).padStart(9),
    rmse_bins.toFixed(4).padStart(11),
    (auc?.toFixed(3) ?? '–').padStart(7),
  ].join(' ');
