import { randomUUID } from 'node:crypto';
import t from 'tap';
import { Account } from '../../core/account/account.entity.ts';
import { changePassword } from '../../core/account/account.ts';
import { hashPassword } from '../../core/account/password.ts';
import { joinByCode, renewCode } from '../../core/classroom/class-code.ts';
import { createClass } from '../../core/classroom/classroom-changes.ts';
import { requestToJoin } from '../../core/classroom/membership.ts';
import { openDatabase } from '../../core/database.ts';
import { createDeck } from '../../core/deck/deck-changes.ts';
import { changePeople, changeRole } from '../../core/person/person-changes.ts';
import { startApi } from '../api-harness.ts';
import { newClass } from '../classroom/class-calls.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const teacher = await api.register('teacher');
const deck = await api.addDeck(teacher.id, 1);

const setRole = (personId: number, role: 'student' | 'teacher' | 'admin') =>
  changeRole(api.pool, { actorId: admin.id, personId, role });

t.test('SL-160 a teacher gives no password to an account that is a student no more', async (t) => {
  const classId = await newClass(api, teacher, deck.id);
  const part = {
    params: { classId },
    token: teacher.token,
    body: { key: randomUUID(), rows: [{ name: 'Trần Thu', user_name: null, email: null }] },
  };
  const made = await api.call('POST /api/classes/:classId/roster', part);
  const { student_id, user_name } = made.body.data[0]!;
  await api.pool.query('delete from class_members where student_id = $1', [student_id]);
  await setRole(student_id, 'teacher');
  const [given] = await changePeople(api.pool, {
    actorId: admin.id,
    change: 'new_password',
    ids: [student_id],
    hash: hashPassword,
  });
  const again = await api.call('POST /api/classes/:classId/roster', part);
  t.same(
    again.body.data.map(({ password }) => password),
    [null],
    'not by the list that made it either',
  );
  const login = await api.call('POST /api/login', {
    body: { email: user_name, password: given!.password! },
  });
  t.equal(login.status, 200, "the administrator's password stays");
});

t.test('SL-161 what a call began with a role that ended meanwhile is not done', async (t) => {
  const before = await api.register('teacher');
  await setRole(before.id, 'student');
  await t.rejects(createClass(api.pool, before.id, { name: '10A', deckId: deck.id }), { code: 'wrong_role' });
  const database = await openDatabase(api.databaseUrl, { connections: 2, name: 'decks' });
  t.teardown(() => database.close());
  const newDeck = createDeck(
    database.orm.em.fork(),
    { id: before.id, role: 'teacher' },
    { title: 'Greetings' },
    10,
  );
  await t.rejects(newDeck, { code: 'wrong_role' });
  const classId = await newClass(api, teacher, deck.id);
  const student = await api.register('student');
  await setRole(student.id, 'teacher');
  await t.rejects(requestToJoin(api.pool, classId, student.id), { code: 'class_not_found' });
  const now = Date.now();
  const soon = new Date(now + 3_600_000).toISOString();
  const times = { ends_at: soon, open_until: soon };
  await renewCode(api.pool, { classId, actorId: teacher.id, now }, times, () => 'ABCDEF');
  const joined = joinByCode({ pool: api.pool, changes: api.pool }, 'ABCDEF', student.id);
  await t.rejects(joined, { code: 'wrong_role' });
});

t.test('SL-162 an account that is disabled while its password changes gets no token', async (t) => {
  const student = await api.register('student');
  const database = await openDatabase(api.databaseUrl, { connections: 2, name: 'passwords' });
  t.teardown(() => database.close());
  const next = 'quiet lamp by the lake';
  const changed = changePassword(
    database.orm.em.fork(),
    student.id,
    { current_password: student.password, new_password: next, new_password_confirmation: next },
    async (work) => {
      const result = await work();
      await changePeople(api.pool, {
        actorId: admin.id,
        change: 'disable',
        ids: [student.id],
        hash: hashPassword,
      });
      return result;
    },
  );
  await t.rejects(changed, { code: 'unauthenticated' });
  t.ok((await database.orm.em.fork().findOneOrFail(Account, student.id)).disabledAt);
});
