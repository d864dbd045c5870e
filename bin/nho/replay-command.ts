import { readFile } from 'node:fs/promises';
import { eventRegister } from '../../core/events.ts';
import { compareSchedulers } from '../../core/learning/what-if/compare-schedulers.ts';
import type { SchedulerComparison } from '../../core/learning/what-if/comparison.ts';
import { type OtherRules, OtherRulesError, readOtherRules } from '../../core/learning/what-if/other-rules.ts';
import { UnreadableEventError } from '../../core/log/event-register.ts';
import {
  partitionRanges,
  requireThisLog,
  UnreachedPositionError,
} from '../../core/log/export/export-events.ts';
import { type Position, parsePositions } from '../../core/log/position.ts';
import { Rebuilding } from '../../core/log/rebuilding/rebuilding.ts';
import { findSchema, SHADOW_PREFIX } from '../../core/log/rebuilding/shadow-tables.ts';
import { projections } from '../../core/projections.ts';
import { StartError } from '../command/start-error.ts';
import {
  asSentence,
  countOption,
  idOption,
  momentOption,
  type NhoCommand,
  type NhoContext,
} from './nho-command.ts';

type Week = { week: string; live: number; other: number; log: number };

/** More lines than this are no picture any more: several weeks become one. */
const LINES = 26;
const BAR = 20;

/** Reviews by week, a line each with a bar for both rules. */
function weeksChart(weeks: Week[]): string[] {
  const together = Math.max(1, Math.ceil(weeks.length / LINES));
  const rows = Array.from({ length: Math.ceil(weeks.length / together) }, (_, index) =>
    weeks.slice(index * together, (index + 1) * together).reduce((sum, week) => ({
      week: sum.week,
      live: sum.live + week.live,
      other: sum.other + week.other,
      log: sum.log + week.log,
    })),
  );
  const most = Math.max(1, ...rows.flatMap(({ live, other }) => [live, other]));
  const bar = (value: number): string => '█'.repeat(Math.round((value / most) * BAR)).padEnd(BAR);
  const figure = (value: number): string => value.toLocaleString('en').padStart(10);
  const span = together === 1 ? 'week' : `${together} weeks`;
  return [
    `  reviews by ${span}, from`,
    ...rows.map(({ week, live, other, log }) =>
      `  ${week}  live${figure(live)} ${bar(live)}  other${figure(other)} ${bar(other)}  log${figure(log)}`.trimEnd(),
    ),
  ];
}

type Figure = number | null;

/** How a figure is written; null has no figure. */
type Written = (value: number) => string;

const whole: Written = (value) => Math.round(value).toLocaleString('en');
const tenths: Written = (value) =>
  value.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const decimals: Written = (value) => value.toFixed(4);
const percent: Written = (value) => `${(value * 100).toFixed(2)} %`;

const LABEL = 36;
const COLUMN = 14;

const row = (label: string, ...cells: string[]): string =>
  `  ${label.padEnd(LABEL)}${cells.map((cell) => cell.padStart(COLUMN)).join('')}`.trimEnd();

const cell = (value: Figure, written: Written): string => (value === null ? '–' : written(value));

/** Live, other, and by how much the other is more. */
function compared(label: string, written: Written, live: Figure, other: Figure, third?: Figure): string {
  const difference = live === null || other === null ? null : other - live;
  const sign = difference !== null && written(difference) !== written(0) && difference > 0 ? '+' : '';
  const shown = cell(difference, written).replace(/^-(?=[0.,]*( %)?$)/, '');
  return row(
    label,
    cell(live, written),
    cell(other, written),
    sign + shown,
    ...(third === undefined ? [] : [cell(third, written)]),
  );
}

/** The comparison for people. What each part may claim stands above it. */
export function comparisonText(comparison: SchedulerComparison, rules: OtherRules): string {
  const { first_day, last_day, students, answers } = comparison;
  if (last_day === null) return 'There are no answers to replay.';
  return [
    `Live rules beside others, over ${whole(answers)} answers of ${whole(students)} students, ${first_day} to ${last_day}.`,
    `Other: ${rulesText(rules)}`,
    '',
    ...predictions(comparison),
    '',
    ...due(comparison),
    '',
    ...simulated(comparison),
  ].join('\n');
}

function rulesText({ weights, ...others }: OtherRules): string {
  const parts = Object.entries(others).map(([key, value]) => `${key} ${value}`);
  if (weights) parts.unshift('other weights for everybody');
  return parts.length ? `${parts.join(', ')}; the rest as it is live.` : 'nothing differs from live.';
}

function predictions({ predictions }: SchedulerComparison): string[] {
  const title = '1. Predictions on what happened';
  if (!predictions) return [title, '   No card was answered on a later day than before: nothing to predict.'];
  const { live, other, average } = predictions;
  return [
    title,
    `   ${whole(live.reviews)} reviews of cards learnt on an earlier day. The log was made under the live rules; this tells`,
    '   which weights foresee its answers better, not what other intervals would have led to. Retention, intervals',
    '   and limits change nothing here. "Average" forecasts what the student knew so far, whatever the card: weights',
    '   that are not better than that are of no use.',
    row('', 'live', 'other', 'difference', 'average'),
    compared('log loss (less is better)', decimals, live.log_loss, other.log_loss, average.log_loss),
    compared('RMSE (bins) (less is better)', decimals, live.rmse_bins, other.rmse_bins, average.rmse_bins),
    compared('AUC (more is better)', decimals, live.auc, other.auc, average.auc),
    compared('retention predicted', percent, live.predicted, other.predicted, average.predicted),
    compared('retention observed', percent, live.observed, other.observed, average.observed),
  ];
}

/** Where the days ahead are summed up. */
const SUMS = [1, 7, 30, 90, 180, 365];

function due({ due: { live, other, deleted_cards }, last_day }: SchedulerComparison): string[] {
  const days = live.by_day.length;
  const sum = (counts: number[], count: number): number =>
    counts.slice(0, count).reduce((total, cards) => total + cards, 0);
  const spans = [...SUMS.filter((span) => span < days), days];
  return [
    `2. Cards due after ${last_day}`,
    '   The same answers on the same days, had the other rules made the intervals of them. Each card counts once, on',
    '   its next due day, as if nothing new were learnt and nothing forgotten.',
    ...(deleted_cards
      ? [`   Left out, since their cards were deleted: ${whole(deleted_cards)} memories.`]
      : []),
    row('', 'live', 'other', 'difference'),
    compared('overdue', whole, live.overdue, other.overdue),
    ...spans.map((span) =>
      compared(
        span === 1 ? 'due on that day' : `due within ${span} days`,
        whole,
        sum(live.by_day, span),
        sum(other.by_day, span),
      ),
    ),
    compared('due later', whole, live.later, other.later),
    compared('daily load (Σ 1 / interval)', tenths, live.daily_load, other.daily_load),
  ];
}

function simulated({ simulated: { live, other, log, weeks } }: SchedulerComparison): string[] {
  return [
    '3. Simulated study',
    "   A model's answer, not an observation, as if either rules had held from the beginning: each student studies on",
    '   the days on which they really did, does all that is due, meets the same cards in the same order, as far as the',
    '   limits allow, and recalls each with the chance that the live weights give it, with the same draws under both.',
    '   "Log" is what was really done; how far "live" is from it shows how far the model can be trusted.',
    row('', 'live', 'other', 'difference', 'log'),
    compared('reviews', whole, live.reviews, other.reviews, log.reviews),
    compared('reviews a day', tenths, live.reviews_per_day, other.reviews_per_day, log.reviews_per_day),
    compared('new cards', whole, live.new_cards, other.new_cards, log.new_cards),
    compared('retention at review', percent, live.retention, other.retention, log.retention),
    compared('cards learnt at the end', whole, live.cards, other.cards, log.cards),
    compared('mean chance of recall at the end', percent, live.recall, other.recall, log.recall),
    compared('cards known at the end', whole, live.known, other.known, log.known),
    '',
    ...weeksChart(weeks),
  ];
}

const INTO_OPTIONS = {
  into: { type: 'string', help: 'a new schema for the projections’ tables' },
  until: { type: 'string', help: 'only events recorded before this time' },
  position: { type: 'string', help: 'with --into: only events up to these positions, such as 0-120,1-88' },
  force: { type: 'boolean', help: 'with --into: replaces what an earlier replay has put there' },
  concurrency: { type: 'string', help: 'with --into: partitions at once, default one for each core' },
} as const satisfies NhoCommand['options'];

/** Of Postgres, of ours and of the queue. */
const RESERVED = new RegExp(`^(pg_.*|information_schema|public|bullmq|${SHADOW_PREFIX}.*)$`);

/** Builds the projections as of a time or position in a schema of their own. Nothing live is touched. */
async function replayInto(context: NhoContext): Promise<number> {
  const { databaseUrl, options, words, progress, result, signal } = context;
  if (words.length) throw new StartError(`replay takes no words, such as "${words[0]}".`);
  const schema = await schemaOf(context);
  const until = await endOf(context);
  const rebuilding = await Rebuilding.begin({
    databaseUrl,
    projections,
    concurrency: countOption('concurrency', options.concurrency),
    until,
    onProgress: (share) => progress('Replaying', share),
    signal,
  });
  try {
    await rebuilding.build();
    signal.throwIfAborted();
    await rebuilding.keep(schema);
  } catch (error) {
    throw asSentence(error, options);
  } finally {
    await rebuilding.close();
  }
  const events = until.reduce((sum, { position }) => sum + position, 0);
  const tables = projections.flatMap((projection) => projection.tables);
  result(`${events} events. Schema ${schema} has ${tables.join(', ')}.`, { schema, events, tables });
  return 0;
}

async function schemaOf({ database, options }: NhoContext): Promise<string> {
  const schema = String(options.into);
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new StartError(`--into ${schema}: a name of small letters, digits and _ is needed.`);
  if (RESERVED.test(schema)) throw new StartError(`--into ${schema}: this schema is not yours to use.`);
  const found = await findSchema(database.pool, schema);
  if (found === 'other')
    throw new StartError(`--into ${schema}: there is a schema of this name, and no replay has made it.`);
  if (found === 'kept' && !options.force)
    throw new StartError(`--into ${schema}: there is a schema of this name; --force replaces it.`);
  return schema;
}

/** The last position of each partition to be taken in. */
async function endOf({ config, database, options }: NhoContext): Promise<Position[]> {
  if (options.until !== undefined && options.position !== undefined)
    throw new StartError('Either --until or --position.');
  for (const name of ['class', 'deck', 'since'])
    if (options[name] !== undefined) throw new StartError(`--${name} belongs to --scheduler.`);
  const until = momentOption('until', options.until, config.APP_TIME_ZONE);
  const ranges = await partitionRanges(database.pool, { until });
  if (typeof options.position !== 'string')
    return ranges.map(({ partition, head }) => ({ partition, position: head }));
  const positions = parsePositions(options.position);
  if (!positions) throw new StartError(`--position ${options.position}: not positions such as 0-120,1-88.`);
  try {
    requireThisLog(positions, ranges);
  } catch (error) {
    if (!(error instanceof UnreachedPositionError)) throw error;
    throw new StartError(
      `--position ${options.position}: ${error.message}. These positions are another log's.`,
    );
  }
  for (const { partition, position } of positions) {
    const last = ranges.find((range) => range.partition === partition)?.last ?? 0;
    if (position > last)
      throw new StartError(
        `--position ${options.position}: partition ${partition} has come to ${last}, not to ${position}.`,
      );
  }
  return positions;
}

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
    if (error instanceof UnreadableEventError)
      throw new StartError(`The log has what this version cannot read: ${error.message}.`);
    throw asSentence(error, options);
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

export const replayCommand: NhoCommand = {
  usage: 'replay --into SCHEMA | --scheduler FILE [options]',
  summary:
    'The projections as of a time or position, in a schema for SQL; or what other rules of learning would change.',
  options: { ...INTO_OPTIONS, ...SCHEDULER_OPTIONS },
  run: (context) => {
    const { into, scheduler } = context.options;
    if ((into === undefined) === (scheduler === undefined))
      throw new StartError('replay needs either --into SCHEMA or --scheduler FILE.');
    return into === undefined ? replayScheduler(context) : replayInto(context);
  },
};
