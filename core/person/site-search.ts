import type { Pool } from 'pg';
import { foldedLike, loginNameOf, personSearch } from '../postgres/person-sql.ts';
import type { SearchedPlace } from './person.schema.ts';

/** Of each kind: who looks for one of many types another word. */
const OF_EACH_KIND = 6;

/**
 * Returns the people, classes and exams with all these words in their names, with or without tone marks. A text of nothing
 * but signs that nobody sees has no words, and finds none.
 */
export async function searchSite(pool: Pool, text: string): Promise<SearchedPlace[]> {
  const words = foldedLike(text);
  if (words.length === 0) return [];
  const values: unknown[] = [words];
  const people = personSearch(text, (one) => `$${values.push(one)}`);
  const named = (kind: string, table: string, name: string, owner: string) => `
    (select '${kind}' as kind, o.id as person_id, t.${name} as label, o.name as detail
     from ${table} t join users o on o.id = t.${owner} where searched_as(t.${name}) like all ($1::text[])
     order by t.id desc limit ${OF_EACH_KIND})`;
  const { rows } = await pool.query<SearchedPlace>(
    `(select 'person' as kind, u.id as person_id, u.name as label, ${loginNameOf('u')} as detail
      from users u where ${people.join(' and ')} order by u.seen_at desc nulls last, u.id limit ${OF_EACH_KIND})
     union all ${named('class', 'classes', 'name', 'teacher_id')}
     union all ${named('exam', 'exams', 'title', 'teacher_id')}`,
    values,
  );
  return rows;
}
