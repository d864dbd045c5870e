import { randomUUID } from 'node:crypto';
import t from 'tap';
import { givenClassOf } from '../exam/given-exams.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const ordinary = await api.register('student', { name: 'Trần Bình' });
const classId = await givenClassOf(teacher, [ordinary]);
const made = await teacher.data('POST /api/classes/:classId/roster', {
  params: { classId },
  body: { key: randomUUID(), rows: [{ name: 'Nguyễn Văn An', user_name: null, email: null }] },
});
const { student_id: studentId, user_name: userName } = made[0]!;

const rename = (id: number, name: string, account: TestAccount = teacher, of = classId) =>
  account.unchecked('PATCH /api/classes/:classId/students/:studentId', {
    params: { classId: of, studentId: id },
    body: { name },
  });
const rowOf = async (id: number) => (await api.sql`select name, user_name from users where id = ${id}`)[0];

t.test('RST-13 a teacher renames a student whose account was made in the class', async (t) => {
  t.match(await rename(studentId, `  ${'Nguyễn  Văn Ân'.normalize('NFD')} `), {
    status: 200,
    body: { data: { student_id: studentId, name: 'Nguyễn Văn Ân' } },
  });
  t.same(await rowOf(studentId), { name: 'Nguyễn Văn Ân', user_name: userName }, 'the user name stays');
  t.equal((await rename(studentId, 'Nguyễn Văn Ân')).status, 200);
  t.same(
    await api.sql`select actor_id, person_id, class_id, details from acts where act = 'person.renamed'`,
    [{ actor_id: teacher.id, person_id: studentId, class_id: classId, details: {} }],
    'in the book once, without names',
  );
});

t.test('RST-13 a name that no list may have is refused', async (t) => {
  for (const name of ['=1+1', '12', '\u200b'])
    t.match(await rename(studentId, name), { status: 422, body: { code: 'validation_failed' } }, name);
  t.same(await rowOf(studentId), { name: 'Nguyễn Văn Ân', user_name: userName });
});

t.test('RST-13 never a personal account, nor from another class or an archived one', async (t) => {
  t.match(await rename(ordinary.id, 'Somebody'), { status: 403, body: { code: 'name_not_yours' } });
  t.match(await rowOf(ordinary.id), { name: 'Trần Bình' });
  const other = await api.register('teacher');
  const elsewhere = await givenClassOf(other, []);
  t.match(await rename(studentId, 'Somebody', other), { body: { code: 'class_not_accessible' } });
  t.match(await rename(studentId, 'Somebody', other, elsewhere), { body: { code: 'student_not_in_class' } });
  const archive = { params: { classId }, token: teacher.token };
  await api.data('POST /api/classes/:classId/archive', archive);
  t.match(await rename(studentId, 'Somebody'), { status: 409, body: { code: 'class_archived' } });
  await api.call('DELETE /api/classes/:classId/archive', archive);
  await api.data('DELETE /api/classes/:classId', archive);
  t.match(await rename(studentId, 'Somebody'), { status: 404 }, 'SL-136 it is a personal one now');
  t.match(await rowOf(studentId), { name: 'Nguyễn Văn Ân' });
});
