import t from 'tap';
import { startApi } from '../api-harness.ts';
import { enrol, newClass } from './class-calls.ts';

const api = await startApi(t);
const [teacher, other] = [await api.register('teacher'), await api.register('teacher')];
const deck = await api.addDeck(teacher.id, 1);
const foreign = await api.addDeck(other.id, 1);
const [first, second] = [await newClass(api, teacher, deck.id), await newClass(api, teacher, deck.id)];
const theirs = await newClass(api, other, foreign.id);
const student = async (name: string, email: string, classIds: number[], of = teacher) => {
  const account = await api.register('student', { name, email });
  for (const classId of classIds) await enrol(api, of, classId, account);
  return account.id;
};
const an = await student('Nguyễn Thị Minh Anh', 'minh@example.org', [first, second]);
const dung = await student('Đỗ Dũng', '100%_dung@example.org', [first]);
await student('Minh Anh Khác', 'elsewhere@example.org', [theirs], other);

const found = async (search: string, token = teacher.token) => {
  const { status, body } = await api.call('GET /api/students', { token, query: { search } });
  return status === 200 ? body.data.map(({ student_id, class_id }) => [student_id, class_id]) : status;
};

t.test(
  'a teacher finds the students of all own classes, by name, by address, with or without accents',
  async (t) => {
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
  },
);

t.test('and nobody else: no other teacher\u2019s students, none who only waits or has left', async (t) => {
  t.same(await found('khac'), []);
  t.same(await found('do dung', other.token), []);
  const waiting = await api.register('student', { name: 'Waiting' });
  await api.call('POST /api/classes/:classId/join', { token: waiting.token, params: { classId: first } });
  t.same(await found('waiting'), []);
  const params = { classId: first, studentId: dung };
  await api.call('DELETE /api/classes/:classId/students/:studentId', { token: teacher.token, params });
  t.same(await found('do dung'), []);
});

t.test('what is searched for is neither missing nor endless, and few come at once', async (t) => {
  for (const query of ['', '?search=', `?search=${'a'.repeat(101)}`, '?search=a&limit=21'])
    t.equal((await api.unchecked('GET /api/students', { token: teacher.token, query })).status, 422, query);
  const { body } = await api.call('GET /api/students', {
    token: teacher.token,
    query: { search: 'minh', limit: 1 },
  });
  t.same([body.data.length, body.total], [1, 2]);
});
