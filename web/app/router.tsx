import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, useEffect, useMemo } from 'react';
import {
  createRoutesFromElements,
  matchPath,
  Navigate,
  Route,
  useLocation,
  useRoutes,
} from 'react-router-dom';
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
} from '../lib/pages/access.ts';
import { nextPath } from '../lib/pages/next-path.ts';
import { paths } from '../lib/pages/paths.ts';
import { useNotices } from '../ui/feedback/notices.tsx';
import { type LazyPart, lazyFor } from './lazy-for.ts';
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
function OnlyFor({ allowed, isLearning, children }: GuardProps) {
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

const Home = lazyFor('base', () => import('../desk/public/home.page.tsx'));
const About = lazyFor('base', () => import('../desk/public/about.page.tsx'));
const Privacy = lazyFor('base', () => import('../desk/public/privacy.page.tsx'));
const Login = lazyFor('base', () => import('../account/entry/login.page.tsx'));
const Register = lazyFor('base', () => import('../account/entry/register.page.tsx'));
const SchoolLogin = lazyFor('base', () => import('../account/school-login/school-login.page.tsx'));
const Account = lazyFor('base', () => import('../account/own/account.page.tsx'));
const NewPassword = lazyFor('base', () => import('../account/entry/new-password.page.tsx'));
const Waiting = lazyFor('base', () => import('../account/entry/waiting.page.tsx'));
const ForgottenPassword = lazyFor('base', () => import('../account/entry/forgotten-password.page.tsx'));
const PasswordByMail = lazyFor('base', () => import('../account/entry/password-by-mail.page.tsx'));
const ConfirmEmail = lazyFor('base', () => import('../account/entry/confirm-email.page.tsx'));
const StudentDashboard = lazyFor('student', () => import('../desk/student/student-dashboard.page.tsx'));
const StudentClasses = lazyFor('student', () => import('../desk/classes/student-classes.page.tsx'));
const StudentDecks = lazyFor('student', () => import('../desk/student/student-decks.page.tsx'));
const OwnCards = lazyFor('student', () => import('../learning/own/own-cards.page.tsx'));
const Pairs = lazyFor('student', () => import('../learning/practice/pairs.page.tsx'));
const Cram = lazyFor('student', () => import('../learning/practice/cram.page.tsx'));
const JoinByCode = lazyFor('student', () => import('../classroom/join/join-by-code.page.tsx'));
const LearningSession = lazyFor('student', () => import('../learning/screen/learning-session.page.tsx'));
const Trial = lazyFor('student', () => import('../learning/practice/trial.page.tsx'));
const ExamSession = lazyFor('student', () => import('../exam/attempt/exam-session.page.tsx'));
const Teacher = lazyFor('teacher', () => import('../desk/teacher/teacher.page.tsx'));
const TeacherDecks = lazyFor('teacher', () => import('../desk/decks/teacher-decks.page.tsx'));
const OwnDeck = lazyFor('teacher', () => import('../desk/decks/own-deck.page.tsx'));
const TeacherImport = lazyFor('import', () => import('../deck-import/teacher-import.page.tsx'));
const ManyCards = lazyFor('import', () => import('../card/many/many-cards.page.tsx'));
const NewDeckCards = lazyFor('import', () => import('../card/many/new-deck-cards.page.tsx'));
const DeckTable = lazyFor('table', () => import('../card/table/deck-table.page.tsx'));
const TeacherTrash = lazyFor('trash', () => import('../trash/teacher-trash.page.tsx'));
const DeckTrash = lazyFor('trash', () => import('../trash/deck-trash.page.tsx'));
const TeacherClasses = lazyFor('teacher', () => import('../desk/classes/teacher-classes.page.tsx'));
const ClassRoster = lazyFor('import', () => import('../roster/class-roster.page.tsx'));
const Invitation = lazyFor('teacher', () => import('../colleague/invitation.page.tsx'));
const ClassPasswords = lazyFor('teacher', () => import('../roster/class-passwords.page.tsx'));
const ExamHub = lazyFor('teacher', () => import('../exam/list/exam-hub.page.tsx'));
const ClassExams = lazyFor('teacher', () => import('../exam/list/class-exams.page.tsx'));
const ExamCreate = lazyFor('teacher', () => import('../exam/form/exam-create.page.tsx'));
const ExamEdit = lazyFor('teacher', () => import('../exam/form/exam-edit.page.tsx'));
const AdminLogin = lazyFor('base', () => import('../account/entry/admin-login.page.tsx'));
const AdminDashboard = lazyFor('admin', () => import('../desk/admin/admin-dashboard.page.tsx'));
const NotFound = lazyFor('base', () => import('./not-found.page.tsx'));

// Without a name in production, so that nothing of it is built.
const Design = import.meta.env.DEV ? lazy(() => import('../design/design.page.tsx')) : null;

const loggedOut = (page: ReactNode) => <Unless away={awayFromAuthScreen}>{page}</Unless>;

const only = (key: string, allowed: Allowed, page: ReactNode, isLearning = false) => (
  <OnlyFor key={key} allowed={allowed} isLearning={isLearning}>
    {page}
  </OnlyFor>
);
const forStudent = (page: ReactNode) => only('student', 'student', page);
const forTeacher = (page: ReactNode) => only('teacher', 'teacher', page);

const AHEAD: [string, LazyPart][] = [
  [paths.home(), Home],
  [paths.about(), About],
  [paths.login(), Login],
  [paths.register(), Register],
  [paths.student(), StudentDashboard],
  [paths.studentClasses(), StudentClasses],
  [paths.studentDecks(), StudentDecks],
  [paths.learn(':deckId'), LearningSession],
  [paths.exam(':examId'), ExamSession],
  [paths.teacher(), Teacher],
  [paths.teacherDecks(), TeacherDecks],
  [paths.teacherClasses(), TeacherClasses],
  [paths.teacherExams(), ExamHub],
  [paths.admin(), AdminDashboard],
];

/** Loads and prepares the page of an address that is rendered ahead; other addresses have nothing to wait for. */
export async function loadRenderedAhead(path: string): Promise<void> {
  for (const [pattern, part] of AHEAD) {
    const match = matchPath(pattern, path);
    if (match) return part.load(match.params);
  }
}

/** The pages and their guards. The keys keep one guard's memory from passing to the next. */
const ROUTES = createRoutesFromElements(
  <>
    <Route path={paths.home()} element={<Home />} />
    <Route path={paths.about()} element={<About />} />
    <Route path={paths.privacy()} element={<Privacy />} />
    <Route path={paths.login()} element={loggedOut(<Login />)} />
    <Route path={paths.register()} element={loggedOut(<Register />)} />
    <Route path={paths.forgottenPassword()} element={loggedOut(<ForgottenPassword />)} />
    <Route path={paths.passwordByMail()} element={<PasswordByMail />} />
    <Route path={paths.confirmEmail()} element={<ConfirmEmail />} />
    <Route path={paths.schoolLogin()} element={loggedOut(<SchoolLogin />)} />
    <Route path={paths.trial(':deckId')} element={loggedOut(<Trial />)} />
    <Route path={paths.account()} element={only('account', 'any', <Account />)} />
    <Route
      path={paths.newPassword()}
      element={
        <Unless away={awayFromNewPassword}>
          <NewPassword />
        </Unless>
      }
    />
    <Route
      path={paths.waiting()}
      element={
        <Unless away={awayFromWaiting}>
          <UserCache>
            <Waiting />
          </UserCache>
        </Unless>
      }
    />
    <Route path={paths.student()} element={forStudent(<StudentDashboard />)} />
    <Route path={paths.studentClasses()} element={forStudent(<StudentClasses />)} />
    <Route path={paths.studentDecks()} element={forStudent(<StudentDecks />)} />
    <Route path={paths.ownCards(':deckId')} element={forStudent(<OwnCards />)} />
    <Route path={paths.pairs(':deckId')} element={forStudent(<Pairs />)} />
    <Route path={paths.cram(':deckId')} element={forStudent(<Cram />)} />
    <Route path={paths.ownDecks()} element={forStudent(<TeacherDecks />)} />
    <Route path={paths.newOwnDeck()} element={forStudent(<TeacherDecks />)} />
    <Route path={paths.ownImport()} element={forStudent(<TeacherImport />)} />
    <Route path={paths.ownPaste()} element={forStudent(<NewDeckCards />)} />
    <Route path={paths.ownTrash()} element={forStudent(<TeacherTrash />)} />
    <Route path={paths.ownDeckTrash(':deckId')} element={forStudent(<DeckTrash />)} />
    <Route path={paths.ownDeck(':deckId')} element={forStudent(<OwnDeck />)} />
    <Route path={paths.ownManyCards(':deckId')} element={forStudent(<ManyCards />)} />
    <Route path={paths.ownDeckTable(':deckId')} element={forStudent(<DeckTable />)} />
    <Route path={paths.join(':code')} element={forStudent(<JoinByCode />)} />
    {/* Optional, since the session itself says that no deck was chosen. */}
    <Route
      path={`${paths.learn(':deckId')}?`}
      element={only('learn', 'student', <LearningSession />, true)}
    />
    {/* Optional for the same reason. */}
    <Route path={`${paths.exam(':examId')}?`} element={only('exam', 'student', <ExamSession />, true)} />
    <Route path={paths.teach(':token')} element={only('teach', 'any', <Invitation />)} />
    <Route path={paths.teacher()} element={forTeacher(<Teacher />)} />
    <Route path={paths.teacherDecks()} element={forTeacher(<TeacherDecks />)} />
    <Route path={paths.teacherCreate()} element={forTeacher(<TeacherDecks />)} />
    <Route path={paths.teacherImport()} element={forTeacher(<TeacherImport />)} />
    <Route path={paths.teacherPaste()} element={forTeacher(<NewDeckCards />)} />
    <Route path={paths.manyCards(':deckId')} element={forTeacher(<ManyCards />)} />
    <Route path={paths.deckTable(':deckId')} element={forTeacher(<DeckTable />)} />
    <Route path={paths.teacherTrash()} element={forTeacher(<TeacherTrash />)} />
    <Route path={paths.deckTrash(':deckId')} element={forTeacher(<DeckTrash />)} />
    <Route path={paths.teacherClasses()} element={forTeacher(<TeacherClasses />)} />
    <Route path={paths.classRoster(':classId')} element={forTeacher(<ClassRoster />)} />
    <Route path={paths.classPasswords(':classId')} element={forTeacher(<ClassPasswords />)} />
    <Route path={paths.classExams(':classId')} element={forTeacher(<ClassExams />)} />
    <Route path={paths.teacherExams()} element={forTeacher(<ExamHub />)} />
    <Route path={paths.examCreate()} element={forTeacher(<ExamCreate />)} />
    <Route path={paths.examEdit(':examId')} element={forTeacher(<ExamEdit />)} />
    <Route
      path={paths.adminLogin()}
      element={
        <Unless away={awayFromAdminLogin}>
          <AdminLogin />
        </Unless>
      }
    />
    <Route path="/admin" element={<Navigate to={paths.login()} replace />} />
    <Route path={paths.admin()} element={only('admin', 'admin', <AdminDashboard />)} />
    {Design && <Route path={paths.design()} element={<Design />} />}
    <Route path="*" element={<NotFound />} />
  </>,
);

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
