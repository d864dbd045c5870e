import type { Pool } from 'pg';
import { guardNewcomersCode, type NewcomerPlaces } from '../access/code-guard.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { AppError } from '../contract/errors.ts';
import { learns, type Role, teaches } from '../contract/roles.ts';
import { ADMINISTRATORS } from '../postgres/person-sql.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { isTypedInVietnamese, parseSchoolCode } from '../text/code-text.ts';
import { teachersWait } from './entry-limits.ts';
import type { EntryChange, EntrySettings } from './site.schema.ts';
import type { SiteSettings } from './site-settings.entity.ts';

/** Plain SQL: the setting and whom it concerns in one statement. */
export async function entrySettings(pool: Pool): Promise<EntrySettings> {
  const { rows } = await pool.query<EntrySettings>(
    `/* entrySettings */ select entry, entry_code as code, entry_is_chosen as is_chosen,
       exists (select 1 from users where role not in ${ADMINISTRATORS}) as has_people from site_settings`,
  );
  return rows[0]!;
}

/** Changes who may register. A teacher who waits goes on waiting until somebody decides. `newCode` throws the dice. */
export const changeEntry = (
  pool: Pool,
  { entry, new_code: isRenewed = false }: EntryChange,
  { actorId, newCode }: { actorId: number; newCode: () => string },
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ entry: string; entry_code: string | null; entry_is_chosen: boolean }>(
      '/* changeEntry */ select entry, entry_code, entry_is_chosen from site_settings for no key update',
    );
    const before = rows[0]!;
    const kept = isRenewed ? null : before.entry_code;
    const code = entry === 'code' ? (kept ?? newCode()) : null;
    await tables<typeof SiteSettings>(tx)
      .updateTable('site_settings')
      .set({ entry, entry_code: code, entry_is_chosen: true })
      .execute();
    if (before.entry !== entry || !before.entry_is_chosen)
      await recordAudit(tx, [
        { actorId, act: 'site.entry_changed', details: { from: before.entry, to: entry } },
      ]);
    else if (code !== before.entry_code) await recordAudit(tx, [{ actorId, act: 'site.code_renewed' }]);
  });

interface Newcomer {
  role: Role;
  code?: string | undefined;
}

interface Asked {
  places: NewcomerPlaces;
  /** Throws `class_code_unknown`. */
  requireClassCode(text: string): Promise<unknown>;
}

/**
 * Returns how somebody comes in. Throws `registration_closed`, `school_code_wrong`, `code_in_vietnamese` and
 * `too_many_requests`. A student with the code of a class has it from the school.
 */
export async function admitNewcomer(
  pool: Pool,
  { role, code = '' }: Newcomer,
  { places, requireClassCode }: Asked,
): Promise<{ awaitsApproval: boolean }> {
  const { rows } = await pool.query<{ entry: EntrySettings['entry']; entry_code: string | null }>(
    '/* admitNewcomer */ select entry, entry_code from site_settings',
  );
  const { entry, entry_code } = rows[0]!;
  if (entry === 'code') {
    const wrong = () =>
      new AppError('school_code_wrong', { errors: { code: ['The code is missing or wrong'] } });
    if (code.trim() === '') throw wrong();
    // No code has such letters: nothing is tried out.
    if (isTypedInVietnamese(code))
      throw new AppError('code_in_vietnamese', { errors: { code: ['The code has letters of Vietnamese'] } });
    await guardNewcomersCode(pool, places, async () => {
      if (parseSchoolCode(code) === entry_code) return;
      if (!learns(role)) throw wrong();
      await requireClassCode(code).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'class_code_unknown' ? wrong() : error;
      });
    });
  }
  return admitted(entry, role);
}

/** Returns how a person who needs no code comes in. Throws `registration_closed`. */
export function admitted(entry: EntrySettings['entry'], role: Role): { awaitsApproval: boolean } {
  if (entry === 'closed') throw new AppError('registration_closed');
  return { awaitsApproval: teachersWait(entry) && teaches(role) };
}
