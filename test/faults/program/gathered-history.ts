import type { Answers } from '../../../core/exam/exam.schema.ts';
import { bulkEvent, bulkId } from '../world/bulk-answers.ts';
import { withoutEpoch } from '../world/log-place.ts';
import { contentOf, type History, type Stored, type Told } from './fault-history.ts';
import type { LoadedWorld } from './fault-world.ts';

const PAGE = 20_000;

/** What everybody was told, and what the database says in the end. */
export async function gatheredHistory(world: LoadedWorld): Promise<History> {
  const { clients, calls, bulk, sittings } = world;
  const told: Told[] = [
    ...clients.sent.map(({ studentId, id, cardId, body, position }) => ({
      studentId,
      id,
      content: contentOf('CardReviewed', {
        card_id: cardId,
        rating: body.status,
        time_spent: body.time_spent,
        tries: body.tries,
      }),
      ...(position && { place: withoutEpoch(position) }),
    })),
    ...clients.undos.map(({ studentId, id, reviewId, position }) => ({
      studentId,
      id,
      content: contentOf('CardReviewUndone', { review: reviewId }),
      ...(position && { place: withoutEpoch(position) }),
    })),
  ];
  const order = new Map(clients.order);
  for (const [studentId, places] of bulk.told) {
    for (const [index, place] of places.entries()) {
      const event = bulkEvent(bulk.run, studentId, index + 1);
      const content = contentOf(event.type, event.data as Record<string, unknown>);
      told.push({ studentId, id: event.id, content, place: withoutEpoch(place) });
    }
    order.set(
      studentId,
      places.map((_, index) => bulkId(bulk.run, studentId, index + 1)),
    );
  }
  const heads = await world.ask<{ partition: number; head: string }>(
    'select partition, head from log_partitions',
  );
  const results = await world.ask<{
    examId: number;
    studentId: number;
    answers: Answers;
    score: number;
    total: number;
  }>('select exam_id as "examId", student_id as "studentId", answers, score, total from exam_results');
  return {
    told,
    stored: await storedEvents(world),
    order,
    heads: new Map(heads.map(({ partition, head }) => [partition, Number(head)])),
    sittings: sittings.sittings,
    keys: sittings.keys,
    results,
    exchanges: [...clients.exchanges, ...calls.exchanges],
    windows: world.windows,
    recoveries: world.recoveries,
    slowness: world.machine.slowness,
    leaks: world.leaks,
    noticed: world.noticed,
  };
}

interface Row extends Omit<Stored, 'position' | 'occurredAt'> {
  position: string;
  occurred: number;
}

/** The whole log, by pages. */
async function storedEvents(world: LoadedWorld): Promise<Stored[]> {
  const stored: Stored[] = [];
  for (let from: [number, number] = [-1, 0]; ; ) {
    const rows = await world.ask<Row>(
      `select e.partition, e.position, e.id, e.student_id as "studentId", e.type, e.data,
         concat_ws('-', e.partition, e.position) as place,
         extract(epoch from e.occurred_at)::float8 * 1000 as occurred
       from events e
       where (e.partition, e.position) > ($1, $2) order by e.partition, e.position limit ${PAGE}`,
      from,
    );
    for (const { position, occurred, ...row } of rows)
      stored.push({ ...row, position: Number(position), occurredAt: Math.round(occurred) });
    const last = rows.at(-1);
    if (!last) return stored;
    from = [last.partition, Number(last.position)];
  }
}
