import t from 'tap';
import type { Role } from '../../../core/contract/roles.ts';
import type { StoredSession } from '../../../web/lib/kept/stored-session.ts';
import {
  awayFromAdminLogin,
  awayFromAuthScreen,
  awayFromNewPassword,
  refusal,
} from '../../../web/lib/pages/access.ts';

const loggedOut: StoredSession = {
  token: null,
  adminToken: null,
  role: null,
  hasRole: false,
  userId: null,
  name: null,
  email: null,
  schoolOpen: false,
  schoolLogout: null,
  mustChangePassword: false,
  awaitsApproval: false,
  hasEnded: false,
};
const as = (role: Role): StoredSession => ({
  ...loggedOut,
  [role === 'admin' ? 'adminToken' : 'token']: 'x',
  role,
  hasRole: true,
  userId: 1,
});

t.test('NAV-24 SL-04 the right role may enter; others go to login or their own dashboard', async (t) => {
  for (const role of ['student', 'teacher', 'admin'] as const) t.equal(refusal(as(role), role), null);
  t.equal(refusal(as('student'), 'student', 'learning'), null);
  t.same(refusal(loggedOut, 'student')?.to, '/login');
  t.same(refusal(loggedOut, 'teacher')?.to, '/login');
  t.same(refusal(as('teacher'), 'student'), { to: '/teacher' });
  t.same(refusal(as('student'), 'teacher'), { to: '/student' });
  t.same(refusal(as('admin'), 'student'), { to: '/assmin' });
  t.same(refusal({ ...as('student'), token: null }, 'student')?.to, '/login', 'a role without a token');
});

t.test('SL-04 SL-08 the account is for whoever is logged in, and for nobody else', async (t) => {
  for (const role of ['student', 'teacher', 'admin'] as const) t.equal(refusal(as(role), 'any'), null);
  t.same(refusal(loggedOut, 'any'), { to: '/login' });
  t.same(refusal({ ...as('student'), token: null }, 'any')?.to, '/login');
  t.same(refusal({ ...as('admin'), adminToken: null }, 'any'), { to: '/assmin/login' });
  t.same(refusal({ ...as('student'), role: null }, 'any'), { to: '/login' }, 'a role that is not known');
});

t.test(
  'SL-04 ERR-39 (document 2 §8) the learning session also says why, and an exam that a login has ended',
  async (t) => {
    const ended = { ...loggedOut, hasEnded: true };
    t.same(refusal(loggedOut, 'student', 'learning'), { to: '/login', notice: 'session' }, 'without a token');
    t.same(refusal(ended, 'student', 'learning'), { to: '/login', notice: 'session' });
    t.same(refusal(loggedOut, 'student', 'exam'), { to: '/login', notice: undefined }, 'nothing has expired');
    t.same(refusal(ended, 'student', 'exam'), { to: '/login', notice: 'session' });
    t.same(refusal(ended, 'student'), { to: '/login', notice: undefined });
    t.same(refusal(as('teacher'), 'student', 'learning'), { to: '/teacher', notice: 'teacher' });
    t.same(refusal(as('admin'), 'student', 'exam'), { to: '/assmin', notice: 'role' });
  },
);

t.test('NAV-19 NAV-20 NAV-21 NAV-22 NAV-23 the admin area refuses each to their own place', async (t) => {
  t.same(refusal(as('teacher'), 'admin'), { to: '/teacher', notice: 'admin' });
  t.same(refusal(as('student'), 'admin'), { to: '/student', notice: 'admin' });
  t.same(refusal(loggedOut, 'admin'), { to: '/', notice: 'admin' });
  t.same(refusal({ ...loggedOut, token: 'x', hasRole: true }, 'admin'), { to: '/', notice: 'admin' });
  t.same(refusal({ ...as('admin'), adminToken: null }, 'admin'), { to: '/assmin/login' });
});

t.test('ACC-07 ACC-11 SL-05 the auth screens send whoever is logged in away by role', async (t) => {
  t.equal(awayFromAuthScreen(loggedOut), null);
  t.equal(awayFromAuthScreen(loggedOut, '/learn/7'), null);
  t.equal(awayFromAuthScreen(as('student'), '/learn/7'), '/learn/7', 'what was wanted comes first');
  t.equal(awayFromAuthScreen(as('student')), '/student');
  t.equal(awayFromAuthScreen(as('teacher')), '/teacher');
  t.equal(awayFromAuthScreen(as('admin')), '/assmin');
  t.equal(awayFromAuthScreen({ ...loggedOut, token: 'x', hasRole: true }), '/', 'an unknown role');
  t.equal(awayFromAuthScreen({ ...loggedOut, token: 'x' }), null, 'a token alone is not enough');
  t.equal(awayFromAuthScreen({ ...as('student'), token: null }), null, 'nor is a role');
});

t.test('NAV-18 the administrator’s login is shown to all but an administrator', async (t) => {
  t.equal(awayFromAdminLogin(loggedOut), null);
  t.equal(awayFromAdminLogin(as('student')), null);
  t.equal(awayFromAdminLogin(as('admin')), '/assmin');
});

t.test('RST-05 with a given password all ways lead to the page for another one, and back', async (t) => {
  for (const role of ['student', 'teacher', 'admin'] as const) {
    const session = { ...as(role), mustChangePassword: true };
    t.same(refusal(session, role), { to: '/new-password' });
    t.same(refusal(session, 'any'), { to: '/new-password' });
    t.equal(awayFromAuthScreen(session, '/learn/7'), '/new-password?next=%2Flearn%2F7');
    t.equal(awayFromNewPassword(session, null), null);
  }
  t.equal(awayFromAdminLogin({ ...as('admin'), mustChangePassword: true }), '/new-password');
  t.equal(awayFromNewPassword(as('student'), null), '/student');
  t.equal(awayFromNewPassword(as('student'), '/learn/7'), '/learn/7');
  t.equal(awayFromNewPassword(loggedOut, null), '/login');
});
