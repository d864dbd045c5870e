import type { Pool } from 'pg';
import type { CheckedRow } from './roster.schema.ts';
import { problemsOf, type RosterRow, tidyRow } from './roster-row.ts';
import { freeUserNames, takenProblems } from './taken-names.ts';

/** What would become of each row now. It reports names that are in the class already, since a list is easily sent twice. */
export async function checkRoster(
  pool: Pool,
  classId: number,
  typed: readonly RosterRow[],
): Promise<CheckedRow[]> {
  const rows = typed.map(tidyRow);
  const own = problemsOf(rows);
  const taken = await takenProblems(pool, rows);
  const problems = rows.map((_, index) => own[index] ?? taken[index] ?? null);
  const good = rows.filter((_, index) => problems[index] === null);
  const userNames = await freeUserNames(pool, good);
  const { rows: members } = await pool.query<{ name: string }>(
    `select lower(u.name) as name from class_members m join users u on u.id = m.student_id
     where m.class_id = $1 and m.status = 'approved'`,
    [classId],
  );
  const namesakes = new Set(members.map(({ name }) => name));
  return rows.map((row, index) => ({
    problem: problems[index] ?? null,
    user_name: problems[index] === null ? userNames[good.indexOf(row)]! : row.user_name,
    is_namesake: namesakes.has(row.name.toLowerCase()),
  }));
}
