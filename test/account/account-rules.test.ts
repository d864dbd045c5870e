import t from 'tap';
import * as rules from '../../web/account/account-rules.ts';
import { serverProblems } from '../../web/account/use-fields.ts';
import { ApiError } from '../../web/lib/call/api-client.ts';

const registration = {
  name: 'Lan',
  email: 'lan@example.org',
  password: 'mật khẩu 1',
  password_confirmation: 'mật khẩu 1',
  role: 'student',
  code: '',
};

t.test('ACC-05 ACC-06 a login needs an email address and a password', async (t) => {
  t.same(rules.checkLogin({ email: ' lan@example.org ', password: 'x' }), {});
  t.same(rules.checkLogin({ email: '', password: '' }), { email: 'required', password: 'required' });
  for (const email of ['lan@', '@example.org', 'la n@example.org', 'a@b@c.org'])
    t.same(rules.checkLogin({ email, password: 'x' }), { email: 'email' }, email);
  t.same(rules.checkLogin({ email: ' lan.nguyen ', password: 'x' }), {}, 'or a user name');
  t.same(rules.checkLogin({ email: 'lan nguyen', password: 'x' }), { email: 'login' });
});

t.test(
  'ADM-01 (document 2 §5) the login of the administrator takes an address of the right form alone',
  async (t) => {
    t.same(rules.checkAdminLogin({ email: ' admin@localhost ', password: 'x' }), {});
    t.same(rules.checkAdminLogin({ email: '', password: '' }), { email: 'required', password: 'required' });
    for (const email of ['abc', 'lan@', 'lan.nguyen', 'la n@example.org'])
      t.same(rules.checkAdminLogin({ email, password: 'x' }), { email: 'email' }, email);
  },
);

t.test('ACC-33 an address whose end was not typed is refused, where a new account is made', async (t) => {
  for (const email of ['lan@example', 'lan@example.', 'lan@.'])
    t.same(rules.checkRegistration({ ...registration, email }, false), { email: 'email' }, email);
  t.same(rules.checkRegistration({ ...registration, email: 'lan@thcs.edu.vn' }, false), {});
  t.same(rules.checkLogin({ email: 'admin@localhost', password: 'x' }), {}, 'not at a login');
});

t.test('ACC-09 ACC-10 a registration needs all five values, and makes no administrator', async (t) => {
  t.same(rules.checkRegistration(registration, false), {});
  t.same(
    rules.checkRegistration(
      { name: ' ', email: '', password: '', password_confirmation: '', role: '', code: '' },
      false,
    ),
    {
      role: 'no-role',
      name: 'nameless',
      email: 'required',
      password: 'required',
      password_confirmation: 'unrepeated',
    },
  );
  t.same(rules.checkRegistration({ ...registration, role: 'teacher' }, false), {});
  t.same(rules.checkRegistration({ ...registration, role: 'admin' }, false), { role: 'no-role' });
});

t.test(
  'GLB-19 JOI-14 an address is judged as it is seen, and a code that a keyboard has changed is named',
  async (t) => {
    const email = '\ufeff lan\u200b＠thcs.edu.vn\u00a0';
    t.same(rules.checkLogin({ email, password: 'x' }), {});
    t.same(rules.checkRegistration({ ...registration, email, code: 'bcf ghjkmn' }, true), {});
    t.same(rules.checkRegistration({ ...registration, code: 'BCFÂ' }, true), { code: 'changed-code' });
    t.same(rules.checkRegistration({ ...registration, code: ' ' }, true), { code: 'required' });
  },
);

t.test('SL-08 a password has 8 to 128 characters and is repeated exactly', async (t) => {
  const withPassword = (password: string, password_confirmation = password) =>
    rules.checkRegistration({ ...registration, password, password_confirmation }, false);
  t.same(withPassword('1234567'), { password: 'short' });
  t.same(withPassword('12345678'), {});
  t.same(withPassword('x'.repeat(128)), {});
  t.same(withPassword('x'.repeat(129)), { password: 'long' });
  t.same(withPassword('12345678', '12345679'), { password_confirmation: 'mismatch' });
});

t.test('ACC-36 a form takes a password as the same one, however its letters were typed', async (t) => {
  const check = (password: string, password_confirmation: string) =>
    rules.checkRegistration({ ...registration, password, password_confirmation }, false);
  t.same(check('ếch xanh'.normalize('NFC'), 'ếch xanh'.normalize('NFD')), {});
  t.same(check('ếch xan'.normalize('NFD'), 'ếch xan'.normalize('NFC')), { password: 'short' });
  t.same(check('ếch xanh', 'êch xanh'), { password_confirmation: 'mismatch' });
});

t.test('ACC-26 a change of the password needs the same new one twice', async (t) => {
  const values = { current_password: 'old', new_password: '12345678', new_password_confirmation: '12345678' };
  t.same(rules.checkPasswordChange(values), {});
  t.same(rules.checkPasswordChange({ ...values, new_password_confirmation: '1234567' }), {
    new_password_confirmation: 'mismatch',
  });
  t.same(rules.checkPasswordChange({ ...values, current_password: '', new_password: '1234567' }), {
    current_password: 'required',
    new_password: 'short',
    new_password_confirmation: 'mismatch',
  });
});

t.test('SL-08 a field that the server refuses says why: a password that is easy to guess, too', async (t) => {
  const names = ['email', 'password'];
  const refusal = (code: 'common_password' | 'validation_failed' | 'email_taken', errors = {}) =>
    serverProblems(new ApiError(422, code, '', { errors }), names);
  t.same(refusal('common_password', { password: ['x'], other: ['x'] }), { password: 'guessable' });
  t.same(refusal('validation_failed', { password: ['x'] }), { password: 'invalid' });
  t.same(refusal('email_taken'), { email: 'taken' });
  t.same(serverProblems(new Error('x'), names), {});
});
