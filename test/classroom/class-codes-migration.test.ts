import t from 'tap';
import { migrate, withOrm } from '../../core/migrating.ts';
import { parseClassCode } from '../../core/text/code-text.ts';
import { column } from '../harness/columns.ts';
import { createTestDatabase } from '../harness/database-harness.ts';

t.test(
  'JOI-11 a class made before gets a code, which stays ended where a teacher has ended it',
  async (t) => {
    const { pool, url } = await createTestDatabase(t);
    await pool.query('drop schema public cascade; create schema public');
    await withOrm(url, (orm) => orm.migrator.up({ to: '0063-sound-of-cards' }));
    await pool.query(`
    insert into users (id, name, email, password_hash, role, time_zone) overriding system value
      values (1, 'Cô Hoa', 'hoa@example.org', '', 'teacher', 'UTC');
    insert into classes (id, teacher_id, name, archived_at) overriding system value
      values (1, 1, 'with a code', null), (2, 1, 'archived', now()), (3, 1, 'whose code was ended', null);
    insert into classes (id, teacher_id, name) overriding system value
      select id, 1, 'without a code' from generate_series(4, 103) id;
    insert into class_codes (class_id, code, ends_at) values (1, 'ABCDEF', now() + interval '1 day');
    insert into acts (actor_id, act, class_id) values (1, 'class.code_ended', 3);`);
    await migrate(url, []);
    const { rows } = await pool.query<{ code: string; holds: boolean; is_open: boolean }>(
      `select k.code, k.ends_at > now() as holds, k.open_until is not null as is_open
     from classes c join class_codes k on k.class_id = c.id order by c.id`,
    );
    t.equal(rows.length, 103);
    t.match(rows[0], { code: 'ABCDEF', holds: true });
    t.same(column(rows.slice(1, 4), 'holds'), [false, false, true]);
    t.notOk(rows.some(({ code, is_open }) => is_open || parseClassCode(code) !== code));
    t.equal(new Set(column(rows, 'code')).size, 103);
  },
);
