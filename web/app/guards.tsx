import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { errorMessages } from '../lib/call/error-text.ts';
import { isLoggedIn, useSession } from '../lib/kept/stored-session.ts';
import {
  type Allowed,
  awayFromAdminLogin,
  awayFromAuthScreen,
  awayFromNewPassword,
  awayFromWaiting,
  type Refusal,
  type RefusalNotice,
  refusal,
} from '../lib/pages/access.ts';
import { nextPath } from '../lib/pages/next-path.ts';
import { paths } from '../lib/pages/paths.ts';
import { useNotices } from '../ui/feedback/notices.tsx';
import { UserCache } from './user-cache.tsx';

const refusalText: Record<RefusalNotice, MessageDescriptor> = {
  session: errorMessages.unauthenticated,
  teacher: errorMessages.teacher_cannot_learn,
  role: errorMessages.wrong_role,
  admin: msg`You don't have permission to access the admin area`,
};

function Refused({ to, notice }: Refusal) {
  const notices = useNotices();
  const { i18n } = useLingui();
  useEffect(() => {
    if (notice) notices.error(i18n._(refusalText[notice]));
  }, [notice, notices, i18n]);
  return <Navigate to={to} replace />;
}

interface GuardProps {
  allowed: Allowed;
  isLearning?: boolean;
  children: ReactNode;
}

/** Visits of pages that were allowed; a state of the guard would be lost as long as its page is still being loaded. */
const allowedVisits = new Set<string>();

/** Shows its page to those it is for; everybody else is sent where they belong. The server decides for itself anyway. */
export function OnlyFor({ allowed, isLearning, children }: GuardProps) {
  const session = useSession();
  const { pathname, search, hash, key } = useLocation();
  const here = pathname + search + hash;
  const refused = refusal(session, allowed, isLearning);
  if (!refused) {
    allowedVisits.add(key);
    return <UserCache>{children}</UserCache>;
  }
  const wasAllowed = allowedVisits.has(key);
  // A user that logs out, here or in another tab, was refused nothing, and leaves nothing to the next one.
  const hasLeft = wasAllowed && !isLoggedIn(session) && !session.hasEnded;
  const onwards = [paths.login, paths.newPassword, paths.waiting].find((path) => path() === refused.to);
  const to = onwards && !hasLeft ? onwards(here) : refused.to;
  if (wasAllowed && session.hasEnded) return <Refused to={paths.login(here)} notice="session" />;
  if (wasAllowed)
    return <Navigate to={isLoggedIn(session) ? to : paths.login(hasLeft ? undefined : here)} replace />;
  return <Refused {...refused} to={to} />;
}

/** Login and registration are for visitors who are not logged in. */
export function OnlyLoggedOut({ children }: { children: ReactNode }) {
  const away = awayFromAuthScreen(useSession(), nextPath(useLocation().search));
  return away === null ? children : <Navigate to={away} replace />;
}

/** For a user who has been given a password and must choose another one. */
export function OnlyWithGivenPassword({ children }: { children: ReactNode }) {
  const away = awayFromNewPassword(useSession(), nextPath(useLocation().search));
  return away === null ? children : <Navigate to={away} replace />;
}

/** For a teacher whom the administrator has not let in yet. */
export function OnlyWaiting({ children }: { children: ReactNode }) {
  const away = awayFromWaiting(useSession(), nextPath(useLocation().search));
  return away === null ? <UserCache>{children}</UserCache> : <Navigate to={away} replace />;
}

export function OnlyWithoutAdmin({ children }: { children: ReactNode }) {
  const away = awayFromAdminLogin(useSession());
  return away === null ? children : <Navigate to={away} replace />;
}
