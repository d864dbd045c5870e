import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { type Mutant, mutated } from '../../bin/mutants/mutant.ts';
import { deep } from '../harness/depth.ts';
import { ROOT, readSource } from './module-graph.ts';

/** One more row in a list of the product, and what then says that something is missing. */
interface ListChange {
  /** The heading in CONTRIBUTING.md under which the list of its files stands. */
  section: string;
  rows: Pick<Mutant, 'file' | 'find' | 'replace'>[];
  /** The files that no longer compile. */
  compiler: string[];
}

const CHANGES: Record<string, ListChange> = {
  'a text of cards': {
    section: 'Adding a text to cards',
    rows: [
      {
        file: 'core/contract/card-fields.ts',
        find: '} as const satisfies Record<string, CardTextField>;',
        replace: `  hint: { kind: 'text', description: 'A help.', columnNames: ['hint'], anki: { name: 'Hint', place: 5 } },
} as const satisfies Record<string, CardTextField>;`,
      },
    ],
    compiler: [
      'test/deck/card-rules.test.ts',
      'test/card/card-changes.test.ts',
      'web/deck/card-field-text.ts',
      'web/flashcard/card-look.ts',
    ],
  },
  'a role': {
    section: 'Adding a role',
    rows: [
      {
        file: 'core/contract/roles.ts',
        find: '} as const satisfies Record<string, Ability>;',
        replace: `  parent: 'follows',
} as const satisfies Record<string, Ability>;`,
      },
      {
        file: 'core/contract/roles.ts',
        find: `type Ability = 'learns'`,
        replace: `type Ability = 'follows' | 'learns'`,
      },
    ],
    compiler: [
      'web/account/entry/register.page.tsx',
      'web/lib/pages/role-pages.ts',
      'web/lib/pages/section-paths.ts',
    ],
  },
  'a projection': {
    section: 'Adding a projection',
    rows: [
      {
        file: 'core/projections.ts',
        find: 'classProgress, examResults];',
        replace: "classProgress, examResults, { ...examResults, name: 'streaks' as const }];",
      },
    ],
    compiler: ['web/log/projection-text.ts'],
  },
  'a kind of question': {
    section: 'Adding a kind of question',
    rows: [
      {
        file: 'core/exam/question/question-kind.ts',
        find: "type QuestionKindName = 'choice'",
        replace: "type QuestionKindName = 'choice' | 'true-false'",
      },
    ],
    compiler: [
      'core/exam/exam.schema.ts',
      'core/exam/question/question-kinds.ts',
      'web/exam/question/edit-parts.ts',
      'web/exam/question/review-parts.ts',
      'web/exam/question/take-parts.ts',
    ],
  },
};

/** What a section of CONTRIBUTING.md says. */
const sectionOf = (heading: string): string =>
  readSource('CONTRIBUTING.md').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

/** The text of a file in which the rows of a change are. */
const withRows = (name: string, { rows }: ListChange, file: string, text: string): string =>
  rows
    .filter((row) => row.file === file)
    .reduce((done, row) => mutated(done, { name, tests: [], ...row }), text);

t.test('CONTRIBUTING.md lists all files that one more row in a list asks for', async (t) => {
  for (const [name, change] of Object.entries(CHANGES)) {
    const { rows, compiler, section } = change;
    for (const { file } of rows) t.ok(withRows(name, change, file, readSource(file)), name);
    const listed = sectionOf(section);
    const asked = [...rows.map(({ file }) => file), ...compiler];
    t.same(
      asked.filter((file) => !listed.includes(`\`${file}\``)),
      [],
      name,
    );
  }
});

const LEFT_OUT = ['.git', '.data', '.tap', 'coverage', 'dist', 'node_modules'].map((name) =>
  join(ROOT, name),
);

/** What the compiler says of a copy; it fails where there are mistakes. */
const complaintsOf = (folder: string): Promise<string> =>
  promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '--pretty', 'false'], {
    cwd: folder,
    maxBuffer: 1e8,
  }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );

// The whole project is compiled, which takes as long as many files of tests: all changes are made at once.
if (deep)
  t.test('the compiler asks for these files, and for no others', async (t) => {
    const copy = await mkdtemp(join(tmpdir(), 'nho-changes-'));
    t.teardown(() => rm(copy, { recursive: true }));
    await cp(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(path) });
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    for (const [name, change] of Object.entries(CHANGES))
      for (const { file } of change.rows)
        await writeFile(join(copy, file), withRows(name, change, file, readSource(file)));
    const found = [...(await complaintsOf(copy)).matchAll(/^(\S+?)\(\d+,\d+\): error/gm)];
    t.same(
      [...new Set(found.map(([, file]) => file))].sort(),
      Object.values(CHANGES)
        .flatMap(({ compiler }) => compiler)
        .sort(),
    );
  });
