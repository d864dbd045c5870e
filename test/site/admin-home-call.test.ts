import t from 'tap';
import { studyDay } from '../../core/learning/study-day.ts';
import { Appender } from '../../core/log/append/appender.ts';
import { classCalls, newClass } from '../classroom/class-calls.ts';
import { examBody, givenExam } from '../exam/given-exams.ts';
import { startApi } from '../harness/api-harness.ts';
import { columns } from '../harness/columns.ts';
import { claimFreely, review } from '../log/given-events.ts';

const api = await startApi(t);
await claimFreely(api.pool);
const [admin, teacher] = [await api.register('admin'), await api.register('teacher')];
const deck = await api.addDeck(teacher.id, 3);
const appender = new Appender(api.pool);
const home = () => admin.data('GET /api/admin/home');

t.test('TCH-08 the administrator sees who is active, what there is, and the room that is left', async (t) => {
  t.match(await home(), { active_today: 0, students: 0, teachers: 1, classes: 0, exams: 0 });
  const [lan, an, minh] = [await api.register(), await api.register(), await api.register()];
  const classId = await newClass(teacher, deck.id, { students: [lan] });
  await givenExam(teacher, [classId], examBody('A'));
  const today = studyDay(api.clock.now(), 'Asia/Ho_Chi_Minh');
  const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
  const answer = (id: number, card: number, day: string) =>
    appender.append(review(id, { deck_id: deck.id, card_id: deck.cards[card]!, day }));
  await answer(lan.id, 0, today);
  await answer(lan.id, 1, today);
  await answer(an.id, 0, today);
  await answer(minh.id, 0, yesterday);
  const behind = (await home()).log;
  t.match(behind, { lag: 4, parked: 0, verified_at: null, differences: null });
  t.ok(behind.lag_seconds >= 0);
  await api.project();
  const after = await home();
  t.match(after, { active_today: 2, students: 3, teachers: 1, classes: 1, exams: 1 });
  t.match(after.log, { lag: 0, lag_seconds: 0 });
  const { storage } = after;
  t.ok(storage.database_bytes > 1_000_000);
  t.ok(storage.free_bytes > 0 && storage.free_bytes < storage.disk_bytes);
  t.type(storage.takes_uploads, 'boolean');
  await classCalls(teacher).remove(classId);
  t.equal((await home()).classes, 0);
});

t.test('TCH-10 the administrator finds people, classes and exams, with or without tone marks', async (t) => {
  const owner = await api.register('teacher', { name: 'Nguyễn Thị Đào' });
  const classId = await newClass(owner, (await api.addDeck(owner.id, 1)).id, { name: 'Lớp Đào Tạo' });
  await givenExam(owner, [classId], { ...examBody('AB'), title: 'Kiểm tra đào tạo 100%' });
  const find = async (search: string) =>
    columns(await admin.data('GET /api/admin/search', { query: { search } }), 'kind', 'label');
  t.same(await find('dao'), [
    ['person', 'Nguyễn Thị Đào'],
    ['class', 'Lớp Đào Tạo'],
    ['exam', 'Kiểm tra đào tạo 100%'],
  ]);
  t.same(await find(' TẠO   dao'), [
    ['class', 'Lớp Đào Tạo'],
    ['exam', 'Kiểm tra đào tạo 100%'],
  ]);
  t.same(await find('100%'), [['exam', 'Kiểm tra đào tạo 100%']], 'a sign of the pattern is a sign');
  t.same(await find(owner.email), [['person', 'Nguyễn Thị Đào']]);
  t.same(await find('\u200b\u200d\ufeff '), [], 'signs that nobody sees are no words');
});
