import t from 'tap';
import { type Claims, schoolIdentity } from '../../core/account/school-login/school-identity.ts';
import { type ConfigError, loadConfig } from '../../core/process/config.ts';
import { schoolSettings } from '../../core/process/school-settings.ts';

const BASE = {
  OIDC_ISSUER: 'https://accounts.google.com',
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
  PUBLIC_URL: 'https://nho.example.org/',
};
const rulesOf = (more: Record<string, string> = {}) => schoolSettings(loadConfig({ ...BASE, ...more }))!;

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

t.test('OID-01 the settings belong together, and are refused in words', async (t) => {
  t.same(problemsOf(BASE), []);
  t.equal(schoolSettings(loadConfig({ PUBLIC_URL: BASE.PUBLIC_URL })), undefined);
  for (const name of Object.keys(BASE) as (keyof typeof BASE)[]) {
    const { [name]: _, ...rest } = BASE;
    t.match(problemsOf(rest), [/belong together/], name);
  }
  t.match(problemsOf({ ...BASE, OIDC_ISSUER: 'http://login.school.edu.vn' }), [/a URL of https/], 'SL-229');
  for (const issuer of ['http://localhost:9', 'http://127.0.0.1:9', 'http://[::1]:9'])
    t.same(problemsOf({ ...BASE, OIDC_ISSUER: issuer }), [], issuer);
  for (const tenant of ['common', 'organizations', 'consumers'])
    t.match(
      problemsOf({ ...BASE, OIDC_ISSUER: `https://login.microsoftonline.com/${tenant}/v2.0` }),
      [/your own tenant/],
      `SL-228 ${tenant}`,
    );
  t.match(problemsOf({ ...BASE, OIDC_TEACHERS: 'staff' }), [/OIDC_ROLE_CLAIM belongs/]);
  t.match(problemsOf({ ...BASE, OIDC_ROLE_CLAIM: 'roles' }), [/OIDC_ROLE_CLAIM belongs/]);
  t.match(problemsOf({ ...BASE, OIDC_SCOPES: 'email' }), [/openid among them/]);
});

const claims = (more: Record<string, unknown> = {}): Claims => ({
  iss: 'https://login.school.edu.vn',
  sub: '1',
  name: 'Trần Thị Mai',
  email: 'Mai@School.edu.vn',
  email_verified: true,
  ...more,
});

t.test(
  'OID-05 SL-227 the role is what the claim says; who has none of them is a student, or refused',
  async (t) => {
    const roleOf = (roles: unknown, more: Record<string, string> = {}) =>
      schoolIdentity(
        claims({ roles }),
        rulesOf({ OIDC_ROLE_CLAIM: 'roles', OIDC_TEACHERS: 'staff, head', ...more }),
      ).role;
    t.equal(roleOf(['all', 'head']), 'teacher');
    t.equal(roleOf('staff'), 'teacher');
    for (const roles of ['pupil', 'staffs', ['admin'], undefined, null, {}])
      t.equal(roleOf(roles), 'student');
    const both = { OIDC_STUDENTS: 'pupil' };
    t.equal(roleOf(['pupil', 'staff'], both), 'teacher');
    t.equal(roleOf(['pupil'], both), 'student');
    t.throws(() => roleOf('guest', both), { code: 'school_role_refused' });
    t.equal(schoolIdentity(claims({ roles: 'staff' }), rulesOf()).role, null);
  },
);

t.test('OID-07 an address counts when confirmed, or when the operator vouches for all', async (t) => {
  const emailOf = (more: Record<string, unknown>, env: Record<string, string> = {}) =>
    schoolIdentity(claims(more), rulesOf(env)).email;
  t.equal(emailOf({}), 'Mai@School.edu.vn');
  for (const email_verified of [undefined, false, 'true', 1, null])
    t.equal(emailOf({ email_verified }), null);
  const trusted = { OIDC_EMAIL_TRUSTED: '1' };
  t.equal(emailOf({ email_verified: undefined }, trusted), 'Mai@School.edu.vn');
  t.equal(emailOf({ email_verified: false }, trusted), null);
  for (const email of ['mai', 'a b@c.vn', `${'x'.repeat(250)}@c.vn`, 5, null, 'a@b@c.vn'])
    t.equal(emailOf({ email }), null);
});

t.test('OID-07 only the domains that are named come in, of Google by the organisation', async (t) => {
  const rules = rulesOf({ OIDC_ALLOWED_DOMAINS: 'school.edu.vn, Staff.school.edu.vn' });
  t.equal(schoolIdentity(claims(), rules).email, 'Mai@School.edu.vn');
  t.equal(schoolIdentity(claims({ email: 'a@staff.school.edu.vn' }), rules).email, 'a@staff.school.edu.vn');
  const refused = (more: Record<string, unknown>) =>
    t.throws(() => schoolIdentity(claims(more), rules), { code: 'school_domain_refused' });
  refused({ email: 'mai@gmail.com' });
  refused({ email: 'mai@evil-school.edu.vn' });
  refused({ email: 'mai@school.edu.vn.evil.org' });
  refused({ email_verified: false });
  refused({ iss: 'https://accounts.google.com' });
  refused({ iss: 'https://accounts.google.com', hd: 'evil.org' });
  t.ok(schoolIdentity(claims({ iss: 'https://accounts.google.com', hd: 'school.edu.vn' }), rules));
});

t.test('OID-05 a name is found, and can be seen', async (t) => {
  const nameOf = (more: Record<string, unknown>) => schoolIdentity(claims(more), rulesOf()).name;
  t.equal(nameOf({}), 'Trần Thị Mai');
  t.equal(nameOf({ name: undefined, given_name: 'Mai', family_name: 'Trần' }), 'Trần Mai');
  for (const name of [undefined, ' \u200b ', 7]) t.equal(nameOf({ name }), 'Mai');
  t.equal(nameOf({ name: 'x'.repeat(500) }).length, 100);
  t.equal(nameOf({ name: 'Mai\u0000Lan' }), 'Mai Lan');
});
