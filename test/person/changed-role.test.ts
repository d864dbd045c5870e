import { randomUUID } from 'node:crypto';
import t from 'tap';
import { changePassword } from '../../core/account/account.ts';
import { hashPassword } from '../../core/account/password.ts';
import { joinByCode, renewCode } from '../../core/classroom/class-code.ts';
import { createClass } from '../../core/classroom/classroom-changes.ts';
import { requestToJoin } from '../../core/classroom/membership.ts';
import { createDeck } from '../../core/deck/deck-changes.ts';
import { changePeople, changeRole } from '../../core/person/person-changes.ts';
import { newClass } from '../classroom/class-calls.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';

const api = await startApi(t);
const [admin, teacher] = [await api.register('admin'), await api.register('teacher')];
const deck = await api.addDeck(teacher.id, 1);

const setRole = (personId: number, role: 'student' | 'teacher' | 'admin') =>
  changeRole(api.pool, { actorId: admin.id, personId, role });

t.test('SL-160 a teacher gives no password to an account that is a student no more', async (t) => {
  const classId = await newClass(teacher, deck.id);
  const part = {
    params: { classId },
    token: teacher.token,
    body: { key: randomUUID(), rows: [{ name: 'Trần Thu', user_name: null, email: null }] },
  };
  const made = await api.data('POST /api/classes/:classId/roster', part);
  const { student_id, user_name } = made[0]!;
  await api.pool.query('delete from class_members where student_id = $1', [student_id]);
  await setRole(student_id, 'teacher');
  const [given] = await changePeople(api.pool, {
    actorId: admin.id,
    change: 'new_password',
    ids: [student_id],
    hash: hashPassword,
  });
  const again = await api.data('POST /api/classes/:classId/roster', part);
  t.same(column(again, 'password'), [null], 'not by the list that made it either');
  await api.data('POST /api/login', { body: { email: user_name, password: given!.password! } });
});

t.test('SL-161 what a call began with a role that ended meanwhile is not done', async (t) => {
  const before = await api.register('teacher');
  await setRole(before.id, 'student');
  await t.rejects(createClass(api.pool, before.id, { name: '10A', deckId: deck.id }), { code: 'wrong_role' });
  const newDeck = createDeck(api.pool, { id: before.id, role: 'teacher' }, { title: 'Greetings' }, 10);
  await t.rejects(newDeck, { code: 'wrong_role' });
  const classId = await newClass(teacher, deck.id);
  const student = await api.register('student');
  await setRole(student.id, 'teacher');
  await t.rejects(requestToJoin(api.pool, classId, student.id), { code: 'class_not_found' });
  const now = Date.now();
  const soon = new Date(now + 3_600_000).toISOString();
  const times = { ends_at: soon, open_until: soon };
  const { code } = await renewCode(api.pool, { classId, actorId: teacher.id, now }, times);
  const joined = joinByCode({ pool: api.pool, changes: api.pool }, code, student.id);
  await t.rejects(joined, { code: 'wrong_role' });
});

t.test('SL-162 an account that is disabled while its password changes gets no token', async (t) => {
  const student = await api.register('student');
  const next = 'quiet lamp by the lake';
  const changed = changePassword(
    api.pool,
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
  const [row] = await api.sql`select disabled_at from users where id = ${student.id}`;
  t.ok(row!.disabled_at);
});
