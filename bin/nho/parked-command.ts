import { parseRowId } from '../../core/contract/row-id.ts';
import type { ParkedStudent } from '../../core/log/log.schema.ts';
import { formatPosition, parsePositions, partitionCount } from '../../core/log/position.ts';
import {
  findParked,
  listParked,
  type ParkedEvent,
  type ParkedSelection,
} from '../../core/log/projecting/parked-events.ts';
import { replayParked } from '../../core/log/projecting/replay-parked.ts';
import { projections } from '../../core/projections.ts';
import { StartError } from '../command/start-error.ts';
import type { NhoCommand, NhoContext } from './nho-command.ts';

/** Each word with the options that it knows. */
const WORDS: Record<string, { run(context: NhoContext): Promise<number>; options: string[] }> = {
  list: { run: list, options: ['projection'] },
  show: { run: show, options: [] },
  replay: { run: replay, options: ['projection', 'student', 'dry-run'] },
};

/** What projections could not apply: look at it, and apply it once the reason is mended. */
export const parkedCommand: NhoCommand = {
  usage: 'parked list | show PROJECTION PARTITION-POSITION | replay',
  summary: 'Lists, shows and applies the events that a projection could not apply.',
  options: {
    projection: { type: 'string', help: 'list, replay: of this projection only' },
    student: { type: 'string', help: 'replay: of the student with this number only' },
    'dry-run': { type: 'boolean', help: 'replay: undo it again and tell what would be' },
  },
  async run(context) {
    const [name = '', ...rest] = context.words;
    const word = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
    if (!word) throw new StartError(`Say what to do: nho ${parkedCommand.usage}.`);
    for (const option of Object.keys(parkedCommand.options))
      if (context.options[option] !== undefined && !word.options.includes(option))
        throw new StartError(`"parked ${name}" has no option --${option}.`);
    if (name !== 'show' && rest.length > 0) throw new StartError(`What is meant by "${rest.join(' ')}"?`);
    return word.run(context);
  },
};

async function list(context: NhoContext): Promise<number> {
  const rows = await listParked(context.database.pool, await selection(context));
  context.result(rows.length ? table(rows) : 'Nothing is parked.', rows);
  return 0;
}

async function show(context: NhoContext): Promise<number> {
  const [, projection, place, ...rest] = context.words;
  if (projection === undefined || place === undefined || rest.length > 0)
    throw new StartError('Name a projection and a position, such as: nho parked show deck_stats 3-120.');
  await checkProjection(context, projection);
  const [position, ...more] = parsePositions(place) ?? [];
  if (!position || more.length > 0)
    throw new StartError(
      `"${place}" is no position: it is a partition, 0 to ${partitionCount() - 1}, and a number, such as 3-120.`,
    );
  const event = await findParked(context.database.pool, projection, position);
  if (!event) throw new StartError(`${projection} has parked no event ${formatPosition(position)}.`);
  context.result(description(event), event);
  return 0;
}

async function replay(context: NhoContext): Promise<number> {
  const isDryRun = context.options['dry-run'] === true;
  const outcome = await replayParked(context.database.pool, {
    ...(await selection(context)),
    projections,
    isDryRun,
    onProgress: (share) => context.progress('Students', share),
    signal: context.signal,
  });
  const { applied, remaining, stuck } = outcome;
  const [did, left] = isDryRun
    ? ['would be', 'would remain']
    : [applied === 1 ? 'was' : 'were', remaining === 1 ? 'remains' : 'remain'];
  const lines = [`${count(applied)} ${did} applied, ${count(remaining)} ${left} parked.`];
  if (stuck.length) lines.push('', table(stuck));
  context.result(lines.join('\n'), { ...outcome, dry_run: isDryRun });
  return remaining === 0 ? 0 : 1;
}

const count = (events: number): string => (events === 1 ? '1 event' : `${events} events`);

async function selection(context: NhoContext): Promise<ParkedSelection> {
  const { projection, student } = context.options;
  if (typeof projection === 'string') await checkProjection(context, projection);
  if (typeof student !== 'string') return { projection: projection as string | undefined };
  const studentId = parseRowId(student);
  if (studentId === null) throw new StartError(`"${student}" is no student's number.`);
  return { projection: projection as string | undefined, studentId };
}

/** A projection that is no more may still have parked events. */
async function checkProjection({ database }: NhoContext, name: string): Promise<void> {
  const known = projections.map((projection) => projection.name);
  if (known.includes(name) || (await listParked(database.pool, { projection: name })).length > 0) return;
  throw new StartError(`There is no projection "${name}": there are ${known.join(', ')}.`);
}

function table(rows: ParkedStudent[]): string {
  const cells = [
    ['projection', 'partition', 'student', 'events', 'first', 'reason of the first'],
    ...rows.map((row) => [
      row.projection,
      String(row.partition),
      String(row.student_id),
      String(row.events),
      formatPosition({ partition: row.partition, position: row.first_position }),
      row.reason.split('\n')[0]!,
    ]),
  ];
  const widths = cells[0]!.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]!.length), 0),
  );
  return cells
    .map((row) => row.map((cell, column) => (column < 5 ? cell.padEnd(widths[column]!) : cell)).join('  '))
    .join('\n');
}

const description = (event: ParkedEvent): string =>
  [
    `projection   ${event.projection}`,
    `reason       ${event.reason}`,
    `parked at    ${event.parked_at}`,
    `position     ${formatPosition(event)}`,
    `id           ${event.id}`,
    `student      ${event.student_id}`,
    `type         ${event.type}, version ${event.version}`,
    `occurred at  ${event.occurred_at}`,
    `recorded at  ${event.recorded_at}`,
    `hash         ${event.data_hash}`,
    `data         ${JSON.stringify(event.data, null, 2)}`,
  ].join('\n');
