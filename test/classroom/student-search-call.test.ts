import t from 'tap';
import { startApi } from '../harness/api-harness.ts';
import { enrol, newClass } from './class-calls.ts';

const api = await startApi(t);
const [teacher, other] = [await api.register('teacher'), await api.register('teacher')];
const deck = await api.addDeck(teacher.id, 1);
const foreign = await api.addDeck(other.id, 1);
const [first, second] = [await newClass(teacher, deck.id), await newClass(teacher, deck.id)];
const theirs = await newClass(other, foreign.id);
const student = async (name: string, email: string, classIds: number[], of = teacher) => {
  const account = await api.register('student', { name, email });
  for (const classId of classIds) await enrol(of, classId, account);
  return account.id;
};
const an = await student('Nguyễn Thị Minh Anh', 'minh@example.org', [first, second]);
const dung = await student('Đỗ Dũng', '100%_dung@example.org', [first]);
await student('Minh Anh Khác', 'elsewhere@example.org', [theirs], other);

const found = async (search: string, token = teacher.token) => {
  const { status, body } = await api.call('GET /api/students', { token, query: { search } });
  return status === 200 ? body.data.map(({ student_id, class_id }) => [student_id, class_id]) : status;
};

t.test('a teacher finds the students of all own classes, by name or address, accents or not', async (t) => {
  const both = [
    [an, first],
    [an, second],
  ];
  for (const text of ['minh anh', 'Anh Nguyen', '  ANH  ', 'minh@', 'Nguyễn anh'])
    t.same(await found(text), both, text);
  t.same(await found('do dung'), [[dung, first]]);
  t.same(await found('đỗ'), [[dung, first]]);
  t.same(await found('%_'), [[dung, first]], 'signs mean themselves');
  t.same(await found('.*'), []);
});

t.test('and nobody else: no other teacher\u2019s students, none who only waits or has left', async (t) => {
  t.same(await found('khac'), []);
  t.same(await found('do dung', other.token), []);
  const waiting = await api.register('student', { name: 'Waiting' });
  await waiting.data('POST /api/classes/:classId/join', { params: { classId: first } });
  t.same(await found('waiting'), []);
  const params = { classId: first, studentId: dung };
  await teacher.data('DELETE /api/classes/:classId/students/:studentId', { params });
  t.same(await found('do dung'), []);
});

t.test('what is searched for is neither missing nor endless, and few come at once', async (t) => {
  for (const query of ['', '?search=', `?search=${'a'.repeat(101)}`, '?search=a&limit=21'])
    t.equal((await teacher.unchecked('GET /api/students', { query })).status, 422, query);
  const { body } = await teacher.call('GET /api/students', { query: { search: 'minh', limit: 1 } });
  t.same([body.data.length, body.total], [1, 2]);
});
