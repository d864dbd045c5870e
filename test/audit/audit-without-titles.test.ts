import t from 'tap';
import { migrate } from '../../core/migrating.ts';
import { projections } from '../../core/projections.ts';
import { importCalls, jsonOf } from '../deck-import/import-calls.ts';
import { examBody, givenExam } from '../exam/given-exams.ts';
import { startApi } from '../harness/api-harness.ts';
import { erase, tablesWith } from '../person/given-erasure.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const latest = async () => (await admin.data('GET /api/admin/acts', { query: { limit: 1 } }))[0]!;

t.test('BOA-06 what there is, or is in the trash, has its title in the book; what is gone not', async (t) => {
  const teacher = await api.register('teacher');
  const deck = await api.addDeck(teacher.id, 1, { title: 'Unit Bimatus' });
  const body = { name: 'Class Bimatus', deck_id: deck.id };
  const { id: classId } = await teacher.data('POST /api/classes', { body });
  t.match(await latest(), { class: { name: 'Class Bimatus' }, deck: { name: 'Unit Bimatus' } });
  const exam = await givenExam(teacher, [classId], examBody('A', { title: 'For Bimatus' }));
  t.match(await latest(), { act: 'exam.class_added', exam: { name: 'For Bimatus' } });
  const copy = await teacher.data('POST /api/classes/:classId/copy', {
    params: { classId },
    body: { name: 'Bimatus again' },
  });
  t.match(await latest(), { class: { name: 'Bimatus again' }, details: { from: classId } });
  await teacher.data('PATCH /api/classes/:classId', { params: { classId }, body: { name: 'Bimatus 2' } });
  await teacher.data('DELETE /api/exams/:examId', { params: { examId: exam.id } });
  t.match(await latest(), { act: 'exam.deleted', exam: { id: exam.id, name: null } });
  await teacher.data('DELETE /api/decks/:deckId', { params: { deckId: deck.id } });
  t.match(await latest(), { deck: { id: deck.id, name: 'Unit Bimatus' } });
  for (const id of [classId, copy.id])
    await teacher.data('DELETE /api/classes/:classId', { params: { classId: id } });
  await teacher.data('DELETE /api/trash/:deckId', { params: { deckId: deck.id } });
  t.match(await latest(), { act: 'deck.deleted_for_good', deck: { id: deck.id, name: null } });
  t.same(await tablesWith(api.pool, 'Bimatus'), []);
  await erase(api.pool, teacher.id);
  t.match(await latest(), { act: 'person.deleted', person: { id: teacher.id, name: null } });
});

t.test('BOA-06 an import is called by its title as long as there is one', async (t) => {
  const other = await api.register('admin');
  const json_file = jsonOf([{ front: 'a', back: 'b' }]);
  const { id } = (await importCalls(api, other).send({ title: 'Verbs Bimatus', json_file })).body.data;
  t.match(await latest(), {
    act: 'import.started',
    details: { import_id: id, title: 'Verbs Bimatus' },
  });
  await erase(api.pool, other.id);
  const [started] = await admin.data('GET /api/admin/acts', { query: { act: 'import.started' } });
  t.same(started!.details, { import_id: id });
  t.same(await tablesWith(api.pool, 'Bimatus'), []);
});

t.test('BOA-06 titles that earlier versions wrote into the book are gone after an upgrade', async (t) => {
  const old = [
    ['exam.deleted', { title: 'Make-up for Bimatus' }],
    ['class.copied', { name: 'Bimatus', from: 7 }],
    ['deck.deleted_for_good', { title: 'Bimatus' }],
    ['import.stopped', { title: 'Bimatus' }],
    ['site.changed', { title: 'Our school' }],
  ] as const;
  for (const [act, details] of old)
    await api.sql`insert into acts (actor_id, act, details) values (7, ${act}, ${JSON.stringify(details)})`;
  await api.sql`delete from migrations where name = '0058-acts-without-titles'`;
  await migrate(api.databaseUrl, projections);
  const rows = await api.sql`select act, details from acts where actor_id = 7 order by id`;
  t.same(
    rows.map(({ act, details }) => [act, details]),
    [
      ['exam.deleted', {}],
      ['class.copied', { from: 7 }],
      ['deck.deleted_for_good', {}],
      ['import.stopped', {}],
      ['site.changed', { title: 'Our school' }],
    ],
  );
  await t.rejects(api.pool.query('delete from acts'), /only written on/);
});
