import t from 'tap';
import { givenClassOf } from '../exam/given-exams.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';

const api = await startApi(t);

const change = (account: TestAccount, body: object) => account.unchecked('PATCH /api/me', { body });

const meOf = (account: TestAccount) => account.data('GET /api/me');

t.test(
  'MYA-10 who is logged in changes name, language, time zone, keys and sound, together or alone',
  async (t) => {
    for (const role of ['student', 'teacher', 'admin'] as const) {
      const account = await api.register(role);
      t.match(await meOf(account), {
        name: 'Lan',
        language: null,
        letter_keys: true,
        plays_sound: false,
        sound_speed: 1,
        time_zone_chosen: false,
        name_is_schools: false,
      });
      const all = {
        name: '  Nguyễn Thị Lan ',
        language: 'vi',
        time_zone: 'Europe/Berlin',
        time_zone_chosen: true,
        letter_keys: false,
        plays_sound: true,
        sound_speed: 0.75,
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

t.test('MYA-10 nothing but these is changed, whatever a body has besides', async (t) => {
  const account = await api.register('student');
  // When somebody was last here is noted beside the call.
  const rowOf = async () =>
    (await api.sql`select to_jsonb(u) - 'seen_at' as row from users u where id = ${account.id}`)[0]?.row;
  const before = await rowOf();
  const body = {
    letter_keys: false,
    role: 'admin',
    token_version: 7,
    email: 'a@b.vn',
    awaits_approval: true,
    k0: 1,
  };
  t.equal((await change(account, body)).status, 200);
  t.same(await rowOf(), { ...before, letter_keys: false });
});

t.test('MYA-10 of a wrong change nothing is done', async (t) => {
  const account = await api.register();
  const before = await meOf(account);
  for (const [field, wrong] of [
    ['name', '\u200b'],
    ['name', 'x'.repeat(101)],
    ['language', 'de'],
    ['time_zone', 'Asia/Nowhere'],
    ['letter_keys', 'no'],
    ['plays_sound', 'no'],
    ['sound_speed', 0.8],
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
  const classId = await givenClassOf(teacher, [student]);
  await api.pool.query('update users set made_in_class_id = $2 where id = $1', [student.id, classId]);
  t.equal((await meOf(student)).name_is_schools, true);
  const refused = await change(student, { name: 'Somebody', language: 'vi' });
  t.same([refused.status, refused.body.code], [403, 'name_is_schools']);
  t.match(await meOf(student), { name: 'Lan', language: null });
  t.equal((await change(student, { name: 'Lan', language: 'vi' })).status, 200, 'the same name is no change');
});

t.test('MYA-12 a login brings the browser’s time zone until one was chosen', async (t) => {
  const account = await api.register();
  const { email, password } = account;
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

t.test('MYA-13 SL-275 a login tells language, keys and sound, once they were chosen', async (t) => {
  const account = await api.register();
  const { email, password } = account;
  const userOf = async () => (await api.call('POST /api/login', { body: { email, password } })).body.user;
  const names = ['language', 'letter_keys', 'plays_sound', 'sound_speed'];
  const before = Object.keys(await userOf());
  t.notOk(names.some((name) => before.includes(name)));
  const chosen = { language: 'vi', letter_keys: false, plays_sound: true, sound_speed: 1.25 };
  await change(account, chosen);
  t.match(await userOf(), chosen);
});

t.test('MYA-10 two changes at once of different things are both done', async (t) => {
  const account = await api.register();
  await Promise.all([change(account, { language: 'vi' }), change(account, { letter_keys: false })]);
  t.match(await meOf(account), { language: 'vi', letter_keys: false });
});
