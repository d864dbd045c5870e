import { createClass } from '../../core/classroom/classroom-changes.ts';
import type { Database } from '../../core/database.ts';
import { addMembers, addStudents, addTeachers } from './bench-database.ts';

/** Students of a school's class. */
const CLASS = 40;

/** Adds students in classes of forty, each with a teacher of its own and all with one deck, whose id comes along. */
export async function addStudentsInClasses(
  database: Database,
  count: number,
): Promise<{ students: number[]; deckId: number }> {
  const { pool } = database;
  const students = await addStudents(database, count);
  const { rows } = await pool.query<{ deck_id: number }>('select deck_id from cards order by id limit 1');
  const deckId = rows[0]!.deck_id;
  for (const [index, teacher] of (await addTeachers(database, Math.ceil(count / CLASS))).entries()) {
    const id = await createClass(pool, teacher, { name: `Class ${index}`, deckId });
    await addMembers(database, id, students.slice(index * CLASS, (index + 1) * CLASS));
  }
  return { students, deckId };
}
