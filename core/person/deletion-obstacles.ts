import { AppError, orThrow } from '../contract/errors.ts';
import { ADMINISTRATORS } from '../postgres/person-sql.ts';
import type { Db, Tx } from '../postgres/transaction.ts';
import type { DeletionObstacles } from './deletion.schema.ts';
import { OBSTACLES_MAX } from './person-limits.ts';

const listed = (query: string): string =>
  `(select coalesce(json_agg(o order by o.name, o.id), '[]') from (${query} order by name, id limit ${OBSTACLES_MAX}) o)`;

/**
 * Returns what of a person's others still need: it has to be handed over or deleted before the account can go. Official
 * decks of an administrator are none, since they pass to another one. Plain SQL: lists in one statement.
 */
export async function deletionObstacles(db: Db, personId: number): Promise<DeletionObstacles> {
  const { rows } = await db.query<DeletionObstacles>({
    name: 'deletion_obstacles',
    text: `select u.role in ${ADMINISTRATORS} and u.disabled_at is null and not exists (
          select 1 from users o where o.role in ${ADMINISTRATORS} and o.disabled_at is null and o.id <> u.id) as last_administrator,
        ${listed('select id, name from classes where teacher_id = u.id')} as classes,
        ${listed(`select id, title as name from decks d where user_id = u.id
          and (is_official and u.role not in ${ADMINISTRATORS} or exists (select 1 from class_decks k where k.deck_id = d.id))`)} as decks,
        ${listed(`select id, title as name from exams e where teacher_id = u.id
          and exists (select 1 from exam_classes k where k.exam_id = e.id)`)} as exams
      from users u where u.id = $1`,
    values: [personId],
  });
  return orThrow(rows[0], 'person_not_found');
}

/** Returns the error that obstacles are; undefined when there are none. */
export function obstacleCode(
  obstacles: DeletionObstacles,
): 'last_administrator' | 'person_has_work' | undefined {
  if (obstacles.last_administrator) return 'last_administrator';
  const { classes, decks, exams } = obstacles;
  return classes.length || decks.length || exams.length ? 'person_has_work' : undefined;
}

/** Throws `last_administrator`, or `person_has_work` with what it is. */
export async function requireNoObstacles(tx: Tx, personId: number): Promise<void> {
  const obstacles = await deletionObstacles(tx, personId);
  const code = obstacleCode(obstacles);
  if (code) throw new AppError(code, { data: obstacles });
}
