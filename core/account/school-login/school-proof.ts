import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../../errors.ts';
import { SchoolLogin } from './school-login.entity.ts';
import { consume, identityOf, type VisitKey } from './school-visit.ts';

/**
 * Uses up the proof that the owner of an account has just logged in at the school once more: it counts as the password does.
 * Throws `school_login_gone`, or `school_login_other` for an account of the school that is not connected with this one.
 */
export async function proveBySchool(em: EntityManager, accountId: number, key: VisitKey): Promise<void> {
  await em.transactional(async (tx) => {
    const { issuer, subject } = await identityOf(tx, key, { userId: accountId, confirms: true });
    await consume(tx, key);
    if (!(await tx.count(SchoolLogin, { issuer, subject, userId: accountId })))
      throw new AppError('school_login_other');
  });
}
