import t from 'tap';
import { assertGoodPassword } from '../../core/account/password-rules.ts';

const person = { name: 'Nguyễn Thị Ánh Đào', email: 'daonguyen.99@thpt-chuvanan.example' };

const isRefused = async (password: string, owner = person): Promise<boolean> => {
  try {
    await assertGoodPassword(password, owner, 'password');
    return false;
  } catch (error) {
    t.match(error, { code: 'common_password', status: 422, errors: { password: [String] } });
    return true;
  }
};

t.test('SL-08 passwords that many people have are refused, in whatever case', async (t) => {
  for (const password of [
    'password',
    'PassWord',
    'password1',
    '12345678',
    '123456789a',
    'qwertyuiop',
    'iloveyou',
    '1q2w3e4r',
    'anhyeuem',
    'Anh yêu em',
    'matkhau123',
  ])
    t.ok(await isRefused(password), password);
});

t.test('SL-08 a password of one letter or two is refused', async (t) => {
  for (const password of [
    'zzzzzzzzz',
    '        ',
    '........',
    'ababababab',
    'AaAaAaAaA',
    'ếếếếếếếế',
    'ếếếếếếếế'.normalize('NFD'),
  ])
    t.ok(await isRefused(password), password);
});

t.test('SL-08 a password of the own name or address is refused, with digits or without', async (t) => {
  for (const password of [
    'Nguyễn Thị Ánh Đào',
    'nguyenthianhdao',
    'anhdao2010',
    'daonguyen.99',
    'daonguyen.99@thpt-chuvanan.example',
    'Dao@123456',
    'chuvanan2026',
    '!!nguyen!!99',
  ])
    t.ok(await isRefused(password), password);
  t.notOk(await isRefused('anhdao2010', { name: 'Trần Văn Bình', email: 'binh@example.org' }), 'of another');
});

t.test('ACC-36 the length of a password is that of its letters, however they were typed', async (t) => {
  const lengths = {
    'mèo ếch': false,
    'mèo ếch!': true,
    ['ếch '.repeat(32)]: true,
    [`${'ếch '.repeat(32)}!`]: false,
  };
  for (const [password, isFine] of Object.entries(lengths))
    for (const form of ['NFC', 'NFD'])
      t.equal(
        await assertGoodPassword(password.normalize(form), person, 'password').then(
          () => true,
          ({ code, errors }) => code !== 'validation_failed' || !errors.password,
        ),
        isFine,
        `${form} ${password}`,
      );
});

t.test('SL-08 what is longer than the own name, and rarer, is a good password', async (t) => {
  for (const password of [
    'đúng ngựa pin kẹp',
    'con mèo của Đào thích cá',
    'mật khẩu đã cho',
    'Hoa-phượng-nở',
    '4f0c5b9e-7d0e-4a7e-9d57-5b1a8b1d9a11',
    'x7$kPq2!',
  ])
    t.notOk(await isRefused(password), password);
  t.notOk(await isRefused('long enough', { name: 'x', email: 'a@b.example' }), 'a name of one letter');
});
