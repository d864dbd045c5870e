import t from 'tap';
import {
  asGiven,
  FIRST_PASSWORD_BITS,
  firstPassword,
  PASSWORD_WORDS,
} from '../../core/account/first-password.ts';
import { isUserName, userNameOf } from '../../core/roster/user-name.ts';

t.test('RST-02 a user name is the given name and the family name, without marks', async (t) => {
  t.equal(userNameOf('Nguyễn Văn An'), 'an.nguyen');
  t.equal(userNameOf('  Đặng   Thị Ánh Đào '), 'dao.dang');
  t.equal(userNameOf('Nguyễn Văn An'.normalize('NFD')), 'an.nguyen', 'however its letters are composed');
  t.equal(userNameOf("O'Brien Seán"), 'sean.obrien');
  t.equal(userNameOf('Hạnh'), 'hanh');
  for (const name of ['王小明', 'X', '…']) t.equal(userNameOf(name), 'student', name);
  for (const name of ['Nguyễn Văn An', 'Ý Nhi', 'w'.repeat(90), `${'a'.repeat(60)} ${'b'.repeat(30)}`])
    t.ok(isUserName(`${userNameOf(name)}99999`), `there is room for a number: ${name}`);
});

t.test('RST-02 what is no user name', async (t) => {
  for (const text of ['an.nguyen', 'an2', '10a-07', 'a_b']) t.ok(isUserName(text), text);
  for (const text of ['a', 'an@x', 'an nguyen', '.an', 'an..b', 'An', 'ân', '', 'a'.repeat(41)])
    t.notOk(isUserName(text), text);
});

t.test('RST-03 a first password can be read aloud and is not guessed', async (t) => {
  t.ok(FIRST_PASSWORD_BITS >= 35, `${FIRST_PASSWORD_BITS} bits`);
  t.equal(new Set(PASSWORD_WORDS).size, PASSWORD_WORDS.length);
  t.ok(PASSWORD_WORDS.every((word) => /^[a-z]{2,6}$/.test(word)));
  const made = Array.from({ length: 50 }, firstPassword);
  t.ok(made.every((password) => /^([a-z]{2,6}-){3}[1-9]\d{3}$/.test(password)));
  t.equal(new Set(made).size, made.length);
});

t.test('RST-03 a first password is compared by its letters and figures, any other as it is', async (t) => {
  for (const typed of ['meo-xanh-tre-4271', 'Meo Xanh Tre 4271', 'mèo xanh tre 4271', 'MEOXANHTRE4271'])
    t.equal(asGiven(typed), 'meoxanhtre4271', typed);
  for (const other of ['Skirt-lotus-noble-895', 'My house, 2026!', 'đ', '4271', 'Meo_xanh 4271'])
    t.equal(asGiven(other), other);
});
