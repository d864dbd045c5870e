import type { Role } from '../../../core/account/roles.ts';
import { isLoggedIn, type StoredSession } from '../stored-session.ts';
import { paths } from './paths.ts';
import { homeOf } from './role-pages.ts';

/** Why a page was refused, when the visitor is told; the texts are in `access-text.ts`. */
export type RefusalNotice = 'session' | 'teacher' | 'role' | 'admin';

export interface Refusal {
  to: string;
  notice?: RefusalNotice;
}

/** Whom a page is for: one role, or whoever is logged in. */
export type Allowed = Role | 'any';

/** May this session open a page for `role`? Null when it may. The learning session also says why not. */
export function refusal(session: StoredSession, role: Allowed, isLearning = false): Refusal | null {
  if (role === 'any') return session.role === null ? { to: paths.login() } : refusal(session, session.role);
  if (role === 'admin') return adminRefusal(session);
  if (!isLoggedIn(session) || session.role === null)
    return { to: paths.login(), notice: isLearning ? 'session' : undefined };
  if (session.role === role) return session.token === null ? { to: paths.login() } : null;
  if (!isLearning) return { to: homeOf(session.role) };
  return { to: homeOf(session.role), notice: session.role === 'teacher' ? 'teacher' : 'role' };
}

function adminRefusal(session: StoredSession): Refusal | null {
  if (session.role !== 'admin') return { to: homeOf(session.role), notice: 'admin' };
  return session.adminToken === null ? { to: paths.adminLogin() } : null;
}

/** Where a visitor who is already logged in is sent from the login and registration screens; null shows the form. */
export function awayFromAuthScreen(session: StoredSession): string | null {
  return isLoggedIn(session) && session.hasRole ? homeOf(session.role) : null;
}

/** Where the administrator's login screen sends an administrator who is already logged in. */
export function awayFromAdminLogin(session: StoredSession): string | null {
  return session.adminToken !== null && session.role === 'admin' ? paths.admin() : null;
}
