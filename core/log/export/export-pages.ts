import type { Pool } from 'pg';
import { LogGapError } from '../read.ts';
import type { ExportPlan } from './export-events.ts';

/** Part of an export's plan, read. */
export interface Page<Part> {
  /** Undefined when no event of this page is wanted. */
  parts: Part | undefined;
  /** How many events they are. */
  events: number;
  /** How far the partition has been read with this page. */
  partition: number;
  position: number;
  /** Of all positions to be read, how many this page has read. */
  read: number;
}

const PAGE_SIZE = 5_000;

/** Pages that are asked for before they are needed. Postgres takes most of the time, each page one process of it. */
const PAGES_AHEAD = 3;

/**
 * Yields the parts of the events, by partition and position, a page at a time. A part is text or bytes of each event,
 * described in SQL over the columns of `events`. Postgres strings the parts together. Each page is a statement of its
 * own: a slow reader holds no transaction open. Throws a LogGapError at a missing event.
 */
export async function* readPages<Part extends Record<string, string | Buffer>>(
  pool: Pool,
  plan: ExportPlan,
  parts: Record<keyof Part, string>,
): AsyncGenerator<Page<Part>> {
  const asked: Promise<Page<Part>>[] = [];
  const ranges = pageRanges(plan);
  try {
    for (;;) {
      while (asked.length < PAGES_AHEAD) {
        const next = ranges.next();
        if (next.done) break;
        const page = readPage(pool, plan, parts, next.value);
        // It is awaited in its turn; until then its failure is not an unhandled one.
        page.catch(() => {});
        asked.push(page);
      }
      const page = await asked.shift();
      if (!page) return;
      yield page;
    }
  } finally {
    await Promise.allSettled(asked);
  }
}

interface PageRange {
  partition: number;
  after: number;
  until: number;
}

/** Positions have no gaps, so where each page begins and ends is known before any is read. */
function* pageRanges({ ranges }: ExportPlan): Generator<PageRange> {
  for (const { partition, after, head } of ranges)
    for (let from = after; from < head; from += PAGE_SIZE)
      yield { partition, after: from, until: Math.min(from + PAGE_SIZE, head) };
}

async function readPage<Part extends Record<string, string | Buffer>>(
  pool: Pool,
  { filter, students, erased }: ExportPlan,
  parts: Record<keyof Part, string>,
  { partition, after, until }: PageRange,
): Promise<Page<Part>> {
  const conditions = ['true'];
  const values: unknown[] = [partition, after, until];
  const where = (value: unknown, condition: (parameter: string) => string): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  where(filter.deckId, (deck) => `data->'deck_id' = to_jsonb(${deck}::integer)`);
  where(students, (list) => `student_id = any (${list}::integer[])`);
  where(erased.length ? erased : undefined, (list) => `student_id <> all (${list}::integer[])`);
  const own = conditions.join(' and ');
  const columns = Object.entries<string>(parts).map(
    ([name, value]) => `string_agg(${value}, '') filter (where ${own}) as "${name}",`,
  );
  // Those that are filtered out are read as well: a missing one is not the same as one that was not asked for.
  const { rows } = await pool.query(
    `select ${columns.join(' ')}
       count(*) filter (where ${own})::integer as events, count(*)::integer as read
     from (select * from events where partition = $1 and position > $2 and position <= $3 order by position) e`,
    values,
  );
  const { events, read, ...found } = rows[0]!;
  if (read !== until - after)
    throw new LogGapError(
      `partition ${partition} has ${read} events from position ${after + 1} to ${until}, not ${until - after}`,
    );
  return { parts: events ? found : undefined, events, partition, position: until, read };
}
