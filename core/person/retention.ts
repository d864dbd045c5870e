import type { Pool } from 'pg';
import { OPERATOR, recordAudit } from '../audit/audit-log.ts';
import { AppError } from '../contract/errors.ts';
import { UNKNOWN_MIGRATIONS, unknownMigrations } from '../postgres/newer-database.ts';
import { TEACHERS } from '../postgres/person-sql.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import type { SiteSettings } from '../site/site-settings.entity.ts';
import type { Retention, RetentionPreview } from './deletion.schema.ts';
import { deletionObstacles, obstacleCode } from './deletion-obstacles.ts';
import { eraseAccount } from './erase-account.ts';
import { RULE_DAYS } from './person-limits.ts';

/** When somebody was last here. Nobody was written down before a version did so: until then all count as seen. */
const LAST_SEEN = `coalesce(u.seen_at, greatest(u.created_at,
  (select m.executed_at from migrations m where m.name = '0016-people-list')))`;

const OF_PEOPLE = `u.role in ('student', 'teacher')`;

/**
 * SQL of the accounts to which each rule applies, by the years or months of its parameter, such as `$1`; null applies to
 * nobody.
 */
const RULES = {
  unseen: (years: string) =>
    `(${OF_PEOPLE} and ${LAST_SEEN} < (select clock_timestamp()) - ${years}::integer * interval '1 year')`,
  disabled: (months: string) =>
    `(${OF_PEOPLE} and u.disabled_at < (select clock_timestamp()) - ${months}::integer * interval '1 month')`,
};

/** Returns how long accounts are kept that nobody uses. */
export const retention = (pool: Pool): Promise<Retention> =>
  tables<typeof SiteSettings>(pool)
    .selectFrom('site_settings')
    .select(['delete_unseen_years', 'delete_disabled_months'])
    .executeTakeFirstOrThrow();

/** Changes how long accounts are kept; what a rule had marked that is no more is kept at the next look. */
export function changeRetention(pool: Pool, rules: Retention, actorId: number): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await tables<typeof SiteSettings>(tx).updateTable('site_settings').set(rules).execute();
    await recordAudit(tx, [{ actorId, act: 'site.retention_changed', details: { ...rules } }]);
  });
}

/** Returns how many accounts the rules would delete today. */
export async function previewRetention(
  pool: Pool,
  { delete_unseen_years, delete_disabled_months }: Retention,
): Promise<RetentionPreview> {
  const [unseen, disabled] = [RULES.unseen('$1'), RULES.disabled('$2')];
  const { rows } = await pool.query<RetentionPreview>(
    `/* previewRetention */ select count(*) filter (where coalesce(${unseen}, false))::integer as unseen,
       count(*) filter (where coalesce(${disabled}, false))::integer as disabled,
       count(*) filter (where u.role in ${TEACHERS} and coalesce(${unseen} or ${disabled}, ${unseen}, ${disabled}, false)
         and (exists (select 1 from classes where teacher_id = u.id)
           or exists (select 1 from decks d where d.user_id = u.id and (d.is_official
             or exists (select 1 from class_decks k where k.deck_id = d.id)))
           or exists (select 1 from exams e join exam_classes k on k.exam_id = e.id where e.teacher_id = u.id)))::integer
         as with_work
     from users u`,
    [delete_unseen_years, delete_disabled_months],
  );
  return rows[0]!;
}

/** Accounts that one look marks: the rest follows with the next. */
const MARKED_AT_ONCE = 500;

/**
 * Marks the accounts to which a rule applies now, to be erased in 30 days. Takes the mark from those to which it no
 * longer does. Teachers whose work others need are left. Returns how many were marked.
 */
export async function applyRetention(pool: Pool): Promise<number> {
  if (await unknownMigrations(pool)) return 0;
  return inTransaction(pool, async (tx) => {
    // One worker at a time; the others find nothing left to do.
    await tx.query(`/* applyRetention */ select pg_advisory_xact_lock(hashtext('nho retention'))`);
    const { delete_unseen_years: years, delete_disabled_months: months } = (
      await tx.query<Retention>(
        '/* applyRetention */ select delete_unseen_years, delete_disabled_months from site_settings',
      )
    ).rows[0]!;
    const [unseen, disabled] = [RULES.unseen('$1'), RULES.disabled('$2')];
    const { rows: kept } = await tx.query<{ id: number }>(
      `/* applyRetention */ update users u set delete_at = null, delete_reason = null
       where delete_at is not null and (delete_reason = 'unseen' and not coalesce(${unseen}, false)
         or delete_reason = 'disabled' and not coalesce(${disabled}, false))
       returning id`,
      [years, months],
    );
    // Without a rule there is nobody to be looked for.
    const { rows: found } = await tx.query<{ id: number; reason: 'unseen' | 'disabled' }>(
      `/* applyRetention */ select u.id, case when coalesce(${disabled}, false) then 'disabled' else 'unseen' end as reason
       from users u where coalesce($1::integer, $2::integer) is not null and u.delete_at is null and (coalesce(${unseen}, false) or coalesce(${disabled}, false))
       order by u.id limit ${MARKED_AT_ONCE} for update skip locked`,
      [years, months],
    );
    const marked: typeof found = [];
    for (const one of found) if (!obstacleCode(await deletionObstacles(tx, one.id))) marked.push(one);
    await tx.query(
      `/* applyRetention */ update users u set delete_at = (select clock_timestamp()) + ${RULE_DAYS} * interval '1 day', delete_reason = m.reason
       from unnest($1::integer[], $2::text[]) m (id, reason) where u.id = m.id`,
      [marked.map(({ id }) => id), marked.map(({ reason }) => reason)],
    );
    await recordAudit(tx, [
      ...kept.map(({ id }) => ({ actorId: OPERATOR, act: 'person.kept' as const, personId: id })),
      ...marked.map(({ id, reason }) => ({
        actorId: OPERATOR,
        act: 'person.deletion_asked' as const,
        personId: id,
        details: { reason },
      })),
    ]);
    return marked.length;
  });
}

/**
 * Erases the accounts that are due, and gives the keys of their files to `removeFiles`. An account with work that others
 * need is left, until it is handed over. Does nothing when a newer version has migrated the database.
 */
export async function eraseDue(pool: Pool, removeFiles: (keys: string[]) => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ id: number; delete_reason: string }>(
    `/* eraseDue */ select id, delete_reason from users where delete_at <= clock_timestamp() and ${UNKNOWN_MIGRATIONS} is null
     order by delete_at, id`,
  );
  for (const { id, delete_reason: reason } of rows)
    try {
      const actorId = reason === 'own' ? id : OPERATOR;
      await removeFiles((await eraseAccount(pool, { personId: id, actorId, reason, onlyIfDue: true })) ?? []);
    } catch (error) {
      // Erased by another worker, or not to be erased yet.
      if (!(error instanceof AppError)) throw error;
    }
}
