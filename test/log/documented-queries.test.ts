import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { newClass } from '../classroom/class-calls.ts';
import { examBody, givenExam } from '../exam/given-exams.ts';
import { startApi } from '../harness/api-harness.ts';
import { addressesOf, openTestPool } from '../harness/database-harness.ts';
import { undo } from '../learning/answering/given-undo.ts';
import { given, projectAll, review } from './given-events.ts';
import { taking } from './rebuilding/given-rebuilding.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/log.md'), 'utf8');
const queries = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql!);

t.test('every query that the page on the log shows can be asked, and answers what it says', async (t) => {
  const api = await startApi(t);
  const [teacher, student] = [await api.register('teacher'), await api.register()];
  t.same([student.id, teacher.id].sort(), [1, 2], 'the ids of the page');
  const deck = await api.addDeck(teacher.id, 2);
  const classId = await newClass(teacher, deck.id, { students: [student] });
  const exam = await givenExam(teacher, [classId], examBody('AB'));
  await taking.submit(student, exam);
  const [card, other] = deck.cards as [number, number];
  const of = (card_id: number, day: string, first_status: 0 | 2) =>
    review(student.id, { card_id, deck_id: deck.id, day, first_status, card_type: 'review' });
  const undone = of(other, '2026-03-01', 2);
  const later = Array.from({ length: 19 }, (_, index) =>
    of(card, `2026-03-${11 + index}`, index === 0 ? 0 : 2),
  );
  const first = [of(card, '2026-03-01', 2), of(card, '2026-03-03', 2)];
  await given(api.pool, [...first, undone, undo(student.id, undone), ...later]);
  await projectAll(api.pool);

  t.equal(queries.length, 6);
  const analysts = openTestPool(t, { connectionString: addressesOf(api.databaseUrl).READ_DATABASE_URL });
  const answers = () =>
    Promise.all(
      queries.map(async (sql) => {
        const own = sql.replace('partition_of(2)', `partition_of(${student.id})`);
        return (await analysts.query(own.replace('student_id = 2', `student_id = ${student.id}`))).rows;
      }),
    );
  const [history, remembered, hardest, classAndExam, whole, recount] = await answers();
  t.equal(history!.length, 21);
  t.match(remembered, [{ days: '1-3' }, { days: '8-30', remembered_percent: '0.0' }]);
  t.match(hardest, [{ answers: '21', forgotten_percent: '5' }]);
  t.match(classAndExam, [{ student_id: student.id, percent: '50' }]);
  t.same([whole, recount], [[], []]);

  // Both are shown a fault: an event that is missing, and a figure that does not follow from the answers.
  const grown =
    await api.sql`update log_partitions set head = head + 1 where head > 0 returning partition, head`;
  await api.sql`update class_progress set cards = cards + 1 where day = '2026-03-03'`;
  const [, , , , missing, wrong] = await answers();
  t.match(missing, grown);
  t.match(wrong, [{ class_id: classId, student_id: student.id }]);
});
