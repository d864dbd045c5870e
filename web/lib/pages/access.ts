import { administers, type Role, teaches } from '../../../core/contract/roles.ts';
import { isLoggedIn, type StoredSession } from '../kept/stored-session.ts';
import { paths } from './paths.ts';
import { homeOf } from './role-pages.ts';

/** Why a page was refused, when a notice says so; the texts are in `router.tsx`. */
export type RefusalNotice = 'session' | 'teacher' | 'role' | 'admin';

export interface Refusal {
  to: string;
  notice?: RefusalNotice;
}

/** The visitors that a page is for: one role, or any user that is logged in. */
export type Allowed = Role | 'any';

/** Pages that also say why they do not open. */
export type Told = 'learning' | 'exam';

/**
 * May this session open a page for `role`? Null when it may. Without a login the learning session says that it is missing
 * or over; an exam, where one has ended.
 */
export function refusal(session: StoredSession, role: Allowed, told?: Told): Refusal | null {
  if (isLoggedIn(session) && session.mustChangePassword) return { to: paths.newPassword() };
  if (role === 'any')
    return session.role === null
      ? { to: paths.login() }
      : refusal({ ...session, awaitsApproval: false }, session.role);
  if (isLoggedIn(session) && session.awaitsApproval) return { to: paths.waiting() };
  if (administers(role)) return adminRefusal(session);
  if (!isLoggedIn(session) || session.role === null)
    return {
      to: paths.login(),
      notice: told === 'learning' || (told && session.hasEnded) ? 'session' : undefined,
    };
  if (session.role === role) return session.token === null ? { to: paths.login() } : null;
  if (!told) return { to: homeOf(session.role) };
  return { to: homeOf(session.role), notice: teaches(session.role) ? 'teacher' : 'role' };
}

/** The role whose pages are open: none while an own password is to be chosen, or the administrator to let them in. */
export const openRole = (session: StoredSession): Role | null =>
  isLoggedIn(session) && !session.mustChangePassword && !session.awaitsApproval ? session.role : null;

function adminRefusal(session: StoredSession): Refusal | null {
  if (!administers(session.role)) return { to: homeOf(session.role), notice: 'admin' };
  return session.adminToken === null ? { to: paths.adminLogin() } : null;
}

/** Returns where the page for a new password sends a session that needs none. Null shows the form. */
export function awayFromNewPassword(session: StoredSession, next: string | null): string | null {
  if (!isLoggedIn(session)) return paths.login();
  return session.mustChangePassword ? null : (next ?? homeOf(session.role));
}

/** Returns where the page for a teacher who waits sends a session that does not. Null shows it. */
export function awayFromWaiting(session: StoredSession, next: string | null): string | null {
  if (!isLoggedIn(session)) return paths.login();
  if (session.mustChangePassword) return paths.newPassword();
  return session.awaitsApproval ? null : (next ?? homeOf(session.role));
}

/**
 * Returns where login and registration send a visitor that is already logged in: to `next`, what was wanted before. Null
 * shows the form.
 */
export function awayFromAuthScreen(session: StoredSession, next: string | null = null): string | null {
  if (!isLoggedIn(session) || !session.hasRole) return null;
  return session.mustChangePassword ? paths.newPassword(next ?? undefined) : (next ?? homeOf(session.role));
}

/** Returns where the administrator's login screen sends an administrator that is already logged in. */
export function awayFromAdminLogin(session: StoredSession): string | null {
  if (session.adminToken === null || !administers(session.role)) return null;
  return session.mustChangePassword ? paths.newPassword() : paths.admin();
}
