import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, lazy, type ReactNode, useEffect, useMemo } from 'react';
import { matchPath, Navigate, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { errorMessages } from '../lib/call/error-text.ts';
import { isLoggedIn, type StoredSession, useSession } from '../lib/kept/stored-session.ts';
import {
  type Allowed,
  awayFromAdminLogin,
  awayFromAuthScreen,
  awayFromNewPassword,
  awayFromWaiting,
  type Refusal,
  type RefusalNotice,
  refusal,
  type Told,
} from '../lib/pages/access.ts';
import { nextPath } from '../lib/pages/next-path.ts';
import { paths } from '../lib/pages/paths.ts';
import { useNotices } from '../ui/feedback/notices.tsx';
import { lazyFor } from './lazy-for.ts';
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
  told?: Told | undefined;
  children: ReactNode;
}

/** Visits of pages that were allowed; a state of the guard would be lost as long as its page is still being loaded. */
const allowedVisits = new Set<string>();

/** Shows its page to those it is for; everybody else is sent where they belong. The server decides for itself anyway. */
function OnlyFor({ allowed, told, children }: GuardProps) {
  const session = useSession();
  const { pathname, search, hash, key } = useLocation();
  const here = pathname + search + hash;
  const refused = refusal(session, allowed, told);
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

/** Shows its page to those whom `away` leads nowhere else. */
function Unless({
  away,
  children,
}: {
  away: (session: StoredSession, next: string | null) => string | null;
  children: ReactNode;
}) {
  const to = away(useSession(), nextPath(useLocation().search));
  return to === null ? children : <Navigate to={to} replace />;
}

/** Says who sees a page; the keys keep one guard's memory from passing to the next. */
type Guard = (page: ReactNode) => ReactNode;

const only =
  (key: string, allowed: Allowed, told?: Told): Guard =>
  (page) => (
    <OnlyFor key={key} allowed={allowed} told={told}>
      {page}
    </OnlyFor>
  );
const unless =
  (away: ComponentProps<typeof Unless>['away']): Guard =>
  (page) => <Unless away={away}>{page}</Unless>;

const everybody: Guard = (page) => page;
const visitor = unless(awayFromAuthScreen);
const waiting: Guard = (page) => unless(awayFromWaiting)(<UserCache>{page}</UserCache>);
const student = only('student', 'student');
const teacher = only('teacher', 'teacher');

/** Its guard, the area of its texts, its file, and its addresses. The build reads these rows as they are written. */
type PageRow = [Guard, ...Parameters<typeof lazyFor>, ...at: string[]];

/** The pages of which a first picture is rendered ahead. */
const AHEAD: PageRow[] = [
  [everybody, 'public', () => import('../desk/public/home.page.tsx'), paths.home()],
  [everybody, 'public', () => import('../desk/public/about.page.tsx'), paths.about()],
  [visitor, 'entry', () => import('../account/entry/login.page.tsx'), paths.login()],
  [visitor, 'entry', () => import('../account/entry/register.page.tsx'), paths.register()],
  [student, 'student', () => import('../desk/student/student-dashboard.page.tsx'), paths.student()],
  [student, 'student', () => import('../desk/classes/student-classes.page.tsx'), paths.studentClasses()],
  [student, 'student', () => import('../desk/student/student-decks.page.tsx'), paths.studentDecks()],
  // Optional, since the page itself says that no deck was chosen.
  [
    only('learn', 'student', 'learning'),
    'student',
    () => import('../learning/screen/learning-session.page.tsx'),
    `${paths.learn(':deckId')}?`,
  ],
  // Optional for the same reason.
  [
    only('exam', 'student', 'exam'),
    'student',
    () => import('../exam/attempt/exam-session.page.tsx'),
    `${paths.exam(':examId')}?`,
  ],
  [teacher, 'teacher', () => import('../desk/teacher/teacher.page.tsx'), paths.teacher()],
  [
    teacher,
    'teacher',
    () => import('../desk/decks/teacher-decks.page.tsx'),
    paths.teacherDecks(),
    paths.teacherCreate(),
  ],
  [teacher, 'teacher', () => import('../desk/classes/teacher-classes.page.tsx'), paths.teacherClasses()],
  [teacher, 'teacher', () => import('../exam/list/exam-hub.page.tsx'), paths.teacherExams()],
  [only('admin', 'admin'), 'admin', () => import('../desk/admin/admin-dashboard.page.tsx'), paths.admin()],
];

const OTHERS: PageRow[] = [
  [everybody, 'public', () => import('../desk/public/privacy.page.tsx'), paths.privacy()],
  // An email leads here, also in the browser in which its reader has just registered.
  [
    everybody,
    'entry',
    () => import('../account/entry/forgotten-password.page.tsx'),
    paths.forgottenPassword(),
  ],
  [everybody, 'entry', () => import('../account/entry/password-by-mail.page.tsx'), paths.passwordByMail()],
  [everybody, 'entry', () => import('../account/entry/confirm-email.page.tsx'), paths.confirmEmail()],
  [visitor, 'entry', () => import('../account/school-login/school-login.page.tsx'), paths.schoolLogin()],
  [visitor, 'student', () => import('../learning/practice/trial.page.tsx'), paths.trial(':deckId')],
  [only('account', 'any'), 'account', () => import('../account/own/account.page.tsx'), paths.account()],
  [
    unless(awayFromNewPassword),
    'entry',
    () => import('../account/entry/new-password.page.tsx'),
    paths.newPassword(),
  ],
  [waiting, 'entry', () => import('../account/entry/waiting.page.tsx'), paths.waiting()],
  [student, 'student', () => import('../learning/own/own-cards.page.tsx'), paths.ownCards(':deckId')],
  [student, 'student', () => import('../learning/practice/pairs.page.tsx'), paths.pairs(':deckId')],
  [student, 'student', () => import('../learning/practice/cram.page.tsx'), paths.cram(':deckId')],
  [
    student,
    'teacher',
    () => import('../desk/decks/teacher-decks.page.tsx'),
    paths.ownDecks(),
    paths.newOwnDeck(),
  ],
  [student, 'import', () => import('../deck-import/teacher-import.page.tsx'), paths.ownImport()],
  [student, 'import', () => import('../card/many/new-deck-cards.page.tsx'), paths.ownPaste()],
  [student, 'trash', () => import('../trash/teacher-trash.page.tsx'), paths.ownTrash()],
  [student, 'trash', () => import('../trash/deck-trash.page.tsx'), paths.ownDeckTrash(':deckId')],
  [student, 'teacher', () => import('../desk/decks/own-deck.page.tsx'), paths.ownDeck(':deckId')],
  [student, 'import', () => import('../card/many/many-cards.page.tsx'), paths.ownManyCards(':deckId')],
  [student, 'table', () => import('../card/table/deck-table.page.tsx'), paths.ownDeckTable(':deckId')],
  [student, 'student', () => import('../classroom/join/join-by-code.page.tsx'), paths.join(':code')],
  [only('teach', 'any'), 'teacher', () => import('../colleague/invitation.page.tsx'), paths.teach(':token')],
  [teacher, 'import', () => import('../deck-import/teacher-import.page.tsx'), paths.teacherImport()],
  [teacher, 'import', () => import('../card/many/new-deck-cards.page.tsx'), paths.teacherPaste()],
  [teacher, 'import', () => import('../card/many/many-cards.page.tsx'), paths.manyCards(':deckId')],
  [teacher, 'table', () => import('../card/table/deck-table.page.tsx'), paths.deckTable(':deckId')],
  [teacher, 'trash', () => import('../trash/teacher-trash.page.tsx'), paths.teacherTrash()],
  [teacher, 'trash', () => import('../trash/deck-trash.page.tsx'), paths.deckTrash(':deckId')],
  [teacher, 'import', () => import('../roster/class-roster.page.tsx'), paths.classRoster(':classId')],
  [teacher, 'teacher', () => import('../roster/class-passwords.page.tsx'), paths.classPasswords(':classId')],
  [teacher, 'teacher', () => import('../exam/list/class-exams.page.tsx'), paths.classExams(':classId')],
  [teacher, 'teacher', () => import('../exam/form/exam-create.page.tsx'), paths.examCreate()],
  [teacher, 'teacher', () => import('../exam/form/exam-edit.page.tsx'), paths.examEdit(':examId')],
  [
    unless(awayFromAdminLogin),
    'entry',
    () => import('../account/entry/admin-login.page.tsx'),
    paths.adminLogin(),
  ],
  [everybody, 'base', () => import('./not-found.page.tsx'), '*'],
];

const routesOf = ([guard, area, load, ...at]: PageRow) => {
  const Page = lazyFor(area, load);
  return at.map((path) => ({ path, element: guard(<Page />), load: Page.load }));
};
const RENDERED_AHEAD = AHEAD.flatMap(routesOf);
// Without a name in production, so that nothing of it is built.
const Design = import.meta.env.DEV ? lazy(() => import('../design/design.page.tsx')) : null;
export const ROUTES: RouteObject[] = [
  ...RENDERED_AHEAD,
  ...OTHERS.flatMap(routesOf),
  { path: '/admin', element: <Navigate to={paths.login()} replace /> },
  ...(Design ? [{ path: paths.design(), element: <Design /> }] : []),
];

/** Loads and prepares the page of an address that is rendered ahead; other addresses have nothing to wait for. */
export async function loadRenderedAhead(path: string): Promise<void> {
  for (const page of RENDERED_AHEAD) {
    const match = matchPath(page.path, path);
    if (match) return page.load(match.params);
  }
}

/** Addresses differ by more than capitals. */
const firstPart = (path = '') => path.split('/')[1]?.toLowerCase();

/**
 * The page of the address. It is looked for among those that begin likewise: to try every address there is takes a
 * cheap phone as long as to draw a part of a page.
 */
export function AppRoutes() {
  const part = firstPart(useLocation().pathname);
  const likely = useMemo(() => ROUTES.filter(({ path }) => path === '*' || firstPart(path) === part), [part]);
  return useRoutes(likely);
}
