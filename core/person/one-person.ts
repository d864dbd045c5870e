import type { Pool } from 'pg';
import { classesTaughtBy } from '../access/class-rights.ts';
import { AppError } from '../contract/errors.ts';
import { isoTime } from '../contract/iso-time.ts';
import { deletionObstacles } from './deletion-obstacles.ts';
import type { OnePerson } from './person.schema.ts';
import { PERSON_CLASSES_MAX } from './person-limits.ts';
import { PERSON_COLUMNS, toPerson } from './person-list.ts';

/** Returns a person with what they have. Plain SQL: lists and counts come in one statement. Throws `person_not_found`. */
export async function onePerson(pool: Pool, personId: number): Promise<OnePerson> {
  const { rows } = await pool.query<OnePerson>({
    name: 'one_person',
    text: `select ${PERSON_COLUMNS}, u.delete_reason,
        (select coalesce(json_agg(c order by c.name, c.id), '[]') from (
          select id, name, true as is_teacher, teacher_id = u.id as is_owner, false as is_waiting from classes
            where id in (${classesTaughtBy('u.id')})
          union all select c.id, c.name, false, false, m.status = 'pending' from class_members m join classes c on c.id = m.class_id
            where m.student_id = u.id and m.status <> 'rejected'
          order by name, id limit $2) c) as classes,
        (select count(*) from decks d where d.user_id = u.id)::integer as deck_count,
        (select count(*) from exams e where e.teacher_id = u.id)::integer as exam_count,
        (select json_build_object('email', s.email, 'since', s.connected_at) from school_logins s where s.user_id = u.id) as school_login,
        (select count(*) from exam_results r where r.student_id = u.id)::integer as result_count
      from users u where u.id = $1`,
    values: [personId, PERSON_CLASSES_MAX],
  });
  if (!rows[0]) throw new AppError('person_not_found');
  const { school_login: school } = rows[0];
  return toPerson({
    ...rows[0],
    school_login: school && { ...school, since: isoTime(school.since) },
    deletion_obstacles: await deletionObstacles(pool, personId),
  });
}
