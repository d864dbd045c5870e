import t from 'tap';
import { startApi, type TestAccount } from '../api-harness.ts';
import { givenClassOf } from '../exam/given-exams.ts';

const api = await startApi(t);

const change = (account: TestAccount, body: object) =>
  api.unchecked('PATCH /api/me', { token: account.token, body });

const meOf = async ({ token }: TestAccount) => (await api.call('GET /api/me', { token })).body.data;

t.test(
  'MYA-10 whoever is logged in changes name, language, time zone and keys, together or alone',
  async (t) => {
    for (const role of ['student', 'teacher', 'admin'] as const) {
      const account = await api.register(role);
      t.match(await meOf(account), {
        name: 'Lan',
        language: null,
        letter_keys: true,
        time_zone_chosen: false,
        name_is_schools: false,
      });
      const all = {
        name: '  Nguyễn Thị Lan ',
        language: 'vi',
        time_zone: 'Europe/Berlin',
        time_zone_chosen: true,
        letter_keys: false,
      };
      const { status, body } = await change(account, all);
      t.equal(status, 200);
      t.match(body.data, { ...all, name: 'Nguyễn Thị Lan' });
      t.same(await meOf(account), body.data);
      t.equal((await change(account, { language: 'en' })).status, 200);
      t.same(await meOf(account), { ...body.data, language: 'en' }, 'the rest stays');
    }
  },
);

t.test('MYA-10 of a wrong change nothing is done', async (t) => {
  const account = await api.register();
  const before = await meOf(account);
  for (const [field, wrong] of [
    ['name', '\u200b'],
    ['name', 'x'.repeat(101)],
    ['language', 'de'],
    ['time_zone', 'Asia/Nowhere'],
    ['letter_keys', 'no'],
  ] as const) {
    const answer = await change(account, { language: 'en', letter_keys: false, [field]: wrong });
    t.equal(answer.status, 422, `${field} ${wrong}`);
    t.ok(field in (answer.body.errors ?? {}), field);
  }
  t.equal((await change(account, {})).status, 422, 'nor with nothing to change');
  t.same(await meOf(account), before);
});

t.test('MYA-11 a student whose account a school made keeps the name, and sets all else', async (t) => {
  const [teacher, student] = [await api.register('teacher'), await api.register()];
  const classId = await givenClassOf(api, teacher, [student]);
  await api.pool.query('update users set made_in_class_id = $2 where id = $1', [student.id, classId]);
  t.equal((await meOf(student)).name_is_schools, true);
  const refused = await change(student, { name: 'Somebody', language: 'vi' });
  t.same([refused.status, refused.body.code], [403, 'name_is_schools']);
  t.match(await meOf(student), { name: 'Lan', language: null });
  t.equal((await change(student, { name: 'Lan', language: 'vi' })).status, 200, 'the same name is no change');
});

t.test('MYA-12 a login brings the browser’s time zone until one was chosen', async (t) => {
  const { email, password, ...rest } = await api.register();
  const account = { email, password, ...rest };
  const logInFrom = (time_zone: string) =>
    api.call('POST /api/login', { body: { email, password, time_zone } });
  await logInFrom('Asia/Tokyo');
  t.equal((await meOf(account)).time_zone, 'Asia/Tokyo');
  await change(account, { time_zone: 'Asia/Ho_Chi_Minh', time_zone_chosen: true });
  await logInFrom('Asia/Tokyo');
  t.equal((await meOf(account)).time_zone, 'Asia/Ho_Chi_Minh');
  await change(account, { time_zone_chosen: false });
  await logInFrom('Europe/Paris');
  t.equal((await meOf(account)).time_zone, 'Europe/Paris');
});

t.test('MYA-13 a login tells language and keys, once they were chosen', async (t) => {
  const account = await api.register();
  const { email, password } = account;
  const userOf = async () => (await api.call('POST /api/login', { body: { email, password } })).body.user;
  t.same([(await userOf()).language, (await userOf()).letter_keys], [undefined, undefined]);
  await change(account, { language: 'vi', letter_keys: false });
  t.match(await userOf(), { language: 'vi', letter_keys: false });
});

t.test('MYA-10 two changes at once of different things are both done', async (t) => {
  const account = await api.register();
  await Promise.all([change(account, { language: 'vi' }), change(account, { letter_keys: false })]);
  t.match(await meOf(account), { language: 'vi', letter_keys: false });
});
