import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { MIGRATION_NAMES } from '../../migrations/migration-names.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { nho, nhoOfCopy } from './nho-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const LAST = MIGRATION_NAMES.at(-1)!;
const NEXT = `${String(Number(LAST.slice(0, 4)) + 1).padStart(4, '0')}-more-of-all`;
const { url, pool } = await createTestDatabase(t);

/** A copy of the programs, with a checkout's tsconfig.json; `change` edits its files, one text for another. */
async function copyOf(changes: Record<string, [string, string][]> = {}): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'nho-entities-'));
  t.teardown(() => rm(copy, { recursive: true }));
  for (const name of ['bin', 'core', 'migrations', 'package.json', 'tsconfig.json'])
    await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const [file, edits] of Object.entries(changes)) {
    let text = await readFile(join(copy, file), 'utf8');
    for (const [find, replace] of edits) {
      t.ok(text.includes(find), `${file} has ${find}`);
      text = text.replace(find, () => replace);
    }
    await writeFile(join(copy, file), text);
  }
  return copy;
}

/** All but columns: what no migration of entities may touch. */
const besides = () => sql(pool)<{ what: string }>`
  select conrelid::regclass || ' ' || conname as what from pg_constraint where contype <> 'n' and conrelid <> 0
    and conrelid <> coalesce(to_regclass('praises'), 0)
  union all select indexname from pg_indexes where schemaname = 'public' and tablename <> 'praises'
  union all select tgrelid::regclass || ' ' || tgname from pg_trigger where not tgisinternal order by 1`;

t.test('where entities and tables agree, nothing is written', async (t) => {
  const { code, stdout, stderr } = await nho(url, 'migrations', 'of-nothing');
  t.match({ code, stderr }, { code: 0, stderr: '' });
  t.match(stdout, /nothing was written/);
});

t.test(
  'a changed entity gives a migration that brings the database to it and touches nothing else',
  async (t) => {
    const root = await copyOf({
      'core/learning/choosing/card-mark.entity.ts': [
        [
          '  flagged: p.boolean().default(false),\n',
          "  flagged: p.boolean().default(true),\n  note: p.text().nullable(),\n  stars: p.smallint().default(3),\n  word: p.text().default('`it\\'s`'),\n",
        ],
        ['  cards: p.integer(),\n', '  cards: p.bigint().nullable(),\n'],
        [
          '/** New cards',
          "export const Praise = defineTable('praises', {\n  id: p.integer().primary().autoincrement(),\n  studentId: p.integer(),\n  order: p.text().default('none'),\n  givenAt: p.datetime().defaultRaw('now()'),\n});\n\n/** New cards",
        ],
      ],
      'core/migrating.ts': [
        ['CardMark, ExtraCards }', 'CardMark, ExtraCards, Praise }'],
        ['CardMark, ExtraCards, CardAddition', 'CardMark, ExtraCards, Praise, CardAddition'],
      ],
    });
    const before = await besides();
    const { code, stdout, stderr } = await nhoOfCopy(root, url, 'migrations', 'more-of-all');
    t.match({ code, stderr }, { code: 0, stderr: '' });
    t.ok(stdout.includes(`migrations/${NEXT}.ts`), stdout);
    const file = await readFile(join(root, `migrations/${NEXT}.ts`), 'utf8');
    t.match(file, /export class MoreOfAll extends Migration/);
    t.match(
      await readFile(join(root, 'migrations/migration-names.ts'), 'utf8'),
      `'${LAST}',\n  '${NEXT}',\n]`,
    );
    t.equal(
      execFileSync(
        join(ROOT, 'node_modules/.bin/biome'),
        ['format', '--stdin-file-path', `migrations/${NEXT}.ts`],
        {
          cwd: ROOT,
          input: file,
          encoding: 'utf8',
        },
      ),
      file,
      'it is formatted as the others',
    );

    const again = await nhoOfCopy(root, url, 'migrations', 'once-more');
    t.equal(again.code, 2, 'the database lacks it');
    t.ok(again.stderr.includes(NEXT), again.stderr);

    await promisify(execFile)(process.execPath, ['bin/migrate.ts', '--no-content'], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: url },
    });
    const columns = await sql(pool)<{ column: string }>`
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, is_identity) as column
    from information_schema.columns where table_name in ('card_marks', 'extra_cards', 'praises')
    order by table_name, ordinal_position`;
    t.same(
      columns.map(({ column }) => column),
      [
        'card_marks student_id integer NO NO',
        'card_marks card_id integer NO NO',
        'card_marks deck_id integer NO NO',
        'card_marks aside_until date YES NO',
        'card_marks flagged boolean NO true NO',
        'card_marks partition smallint NO NO',
        'card_marks note text YES NO',
        'card_marks stars smallint NO 3 NO',
        "card_marks word text NO '`it''s`'::text NO",
        'extra_cards student_id integer NO NO',
        'extra_cards deck_id integer NO NO',
        'extra_cards day date NO NO',
        'extra_cards cards bigint YES NO',
        'extra_cards partition smallint NO NO',
        'praises id integer NO YES',
        'praises student_id integer NO NO',
        "praises order text NO 'none'::text NO",
        'praises given_at timestamp with time zone NO now() NO',
      ],
    );
    t.same(await besides(), before, 'keys, checks, indexes and triggers are as they were');
    t.match(await nhoOfCopy(root, url, 'migrations', 'once-more'), {
      code: 0,
      stdout: /nothing was written/,
    });

    const older = await nho(url, 'migrations', 'of-an-older-version');
    t.equal(older.code, 2, 'the database is newer');
    t.ok(older.stderr.includes(NEXT), older.stderr);
  },
);

t.test(
  'a column that its entity has no longer is named, and dropped only when that is asked for',
  async (t) => {
    const { url } = await createTestDatabase(t);
    const root = await copyOf({
      'core/site/site-settings.entity.ts': [['  logoFile: p.text().nullable(),\n', '']],
    });
    const named = await nhoOfCopy(root, url, 'migrations', 'no-logo');
    t.match(named, { code: 1, stdout: /nothing was written/, stderr: /site_settings\.logo_file/ });
    t.equal((await nhoOfCopy(root, url, 'migrations', 'no-logo', '--drop')).code, 0);
    const name = NEXT.replace('more-of-all', 'no-logo');
    t.match(
      await readFile(join(root, `migrations/${name}.ts`), 'utf8'),
      'alter table site_settings\n        drop column logo_file;',
    );
  },
);

t.test('what a table cannot become is refused, and nothing is written', async (t) => {
  const { url } = await createTestDatabase(t);
  const root = await copyOf({
    'core/site/site-settings.entity.ts': [['  logoFile:', '  motto: p.text(),\n  logoFile:']],
  });
  t.match(await nhoOfCopy(root, url, 'migrations', 'mottos'), {
    code: 2,
    stderr: /site_settings\.motto has no default and is not nullable/,
  });
  for (const name of ['', 'Mottos', LAST.slice(5)])
    t.equal((await nhoOfCopy(root, url, 'migrations', name)).code, 2, name);
  await rm(join(root, 'tsconfig.json'));
  t.match(await nhoOfCopy(root, url, 'migrations', 'mottos'), { code: 2, stderr: /without its source/ });
});
