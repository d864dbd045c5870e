import type { Db } from '../postgres/transaction.ts';
import type { RosterProblem, RosterRow } from './roster-row.ts';
import { numbered, userNameOf } from './user-name.ts';

/** How many numbers are tried at first beyond those that the list needs, and by how much more each time. */
const [TRIED_AT_FIRST, TRIED_MORE] = [4, 8];

async function takenOf(
  db: Db,
  column: 'user_name' | 'email',
  texts: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ text: string }>(
    `select lower(${column}) as text from users where lower(${column}) = any ($1::text[])`,
    [texts],
  );
  return new Set(rows.map(({ text }) => text));
}

/** Which of these tidy rows ask for a user name or an address that somebody has. */
export async function takenProblems(db: Db, rows: readonly RosterRow[]): Promise<(RosterProblem | null)[]> {
  const userNames = await takenOf(
    db,
    'user_name',
    rows.flatMap(({ user_name }) => user_name ?? []),
  );
  const emails = await takenOf(
    db,
    'email',
    rows.flatMap(({ email }) => email?.toLowerCase() ?? []),
  );
  return rows.map(({ user_name, email }) => {
    if (user_name !== null && userNames.has(user_name)) return 'user_name_taken';
    return email !== null && emails.has(email.toLowerCase()) ? 'email_taken' : null;
  });
}

/** A user name for each row: the one that it asks for, or the first free one made of its name. */
export async function freeUserNames(db: Db, rows: readonly RosterRow[]): Promise<string[]> {
  const given = rows.flatMap(({ user_name }) => user_name ?? []);
  const bases = rows.filter(({ user_name }) => user_name === null).map(({ name }) => userNameOf(name));
  const counts = new Map<string, number>();
  for (const base of bases) counts.set(base, (counts.get(base) ?? 0) + 1);
  for (let more = TRIED_AT_FIRST; ; more *= TRIED_MORE) {
    const tried = [...counts].flatMap(([base, count]) =>
      Array.from({ length: count + more }, (_, index) => numbered(base, index + 1)),
    );
    const used = new Set([...given, ...(await takenOf(db, 'user_name', tried))]);
    const free = new Map(
      [...counts].map(([base, count]) => [
        base,
        Array.from({ length: count + more }, (_, index) => numbered(base, index + 1)).filter(
          (name) => !used.has(name),
        ),
      ]),
    );
    const names: (string | undefined)[] = rows.map(({ name, user_name }) => {
      if (user_name !== null) return user_name;
      const list = free.get(userNameOf(name))!;
      // Another name may have led to the same one: an.nguyen and 2 are an.nguyen2 with 1.
      while (list[0] !== undefined && used.has(list[0])) list.shift();
      const found = list.shift();
      if (found !== undefined) used.add(found);
      return found;
    });
    if (names.every((name) => name !== undefined)) return names;
  }
}
