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
  /** What no compiler sees: the tests that then fail, and the files that they ask for. */
  check?: { titles: string[]; files: string[] };
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
  'a page': {
    section: 'Adding a page',
    rows: [
      {
        file: 'web/lib/pages/paths.ts',
        find: '  /** A game with',
        replace: "  streaks: () => '/student/streaks',\n  /** A game with",
      },
      {
        file: 'web/app/router.tsx',
        find: "paths.pairs(':deckId')],",
        replace: `paths.pairs(':deckId')],
  [student, 'student', () => import('../learning/practice/pairs.page.tsx'), paths.streaks()],`,
      },
    ],
    compiler: [],
    check: {
      titles: ['every page of the client has a picture in the tour'],
      files: ['test/tour/tour-screens.test.ts', 'bin/tour/tour-screens.ts'],
    },
  },
  'a setting of the process': {
    section: 'Adding a setting of the process',
    rows: [
      {
        file: 'core/process/config.ts',
        find: '  /** Whether /api/docs is there. */',
        replace: '  HINTS_MAX: AboveZero(5),\n  /** Whether /api/docs is there. */',
      },
    ],
    compiler: [],
    check: {
      titles: [
        'docs/operating.md has each setting in its table, and no other',
        'docker-compose.yml passes each setting on, and what it reads is documented',
      ],
      files: ['test/repository/documents.test.ts', 'docs/operating.md', 'docker-compose.yml'],
    },
  },
  'a setting of the site': {
    section: 'Adding a setting of the site',
    rows: [
      {
        file: 'core/site/site-settings.entity.ts',
        find: '  /** Students may make decks of their own. */',
        replace:
          '  studentsShare: p.boolean().default(false),\n  /** Students may make decks of their own. */',
      },
      {
        file: 'core/site/site.schema.ts',
        find: '  students_make_decks: Type.Boolean(),',
        replace: '  students_make_decks: Type.Boolean(),\n  students_share: Type.Boolean(),',
      },
      {
        file: 'core/audit/audit-names.ts',
        find: "  'site.own_decks_changed',",
        replace: "  'site.own_decks_changed',\n  'site.sharing_changed',",
      },
    ],
    compiler: ['web/audit/audit-text.ts', 'web/lib/pages/site-settings.tsx'],
  },
  'a setting of a person': {
    section: 'Adding a setting of a person',
    rows: [
      {
        file: 'core/account/account.schema.ts',
        find: '  sound_speed: SoundSpeed,',
        replace: '  sound_speed: SoundSpeed,\n  big_letters: Type.Boolean(),',
      },
      {
        file: 'core/account/account.entity.ts',
        find: '  /** 1 is as fast as it was spoken. */',
        replace: '  bigLetters: p.boolean().default(false),\n  /** 1 is as fast as it was spoken. */',
      },
    ],
    compiler: ['core/account/account.schema.ts', 'web/lib/kept/own-settings.ts'],
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
    const { rows, compiler, section, check } = change;
    for (const { file } of rows) t.ok(withRows(name, change, file, readSource(file)), name);
    const listed = sectionOf(section);
    const asked = [...rows.map(({ file }) => file), ...compiler, ...(check?.files ?? [])];
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

/** The titles of what fails in these files of tests of a copy. */
const failuresOf = async (folder: string, files: readonly string[]): Promise<string[]> => {
  const output = await promisify(execFile)(process.execPath, ['bin/check/run-files.ts'], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', TAP: '1', TAP_TIMEOUT: '0', TEST_FILES: files.join(' ') },
    maxBuffer: 1e8,
  }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  return [...output.matchAll(/^ +not ok \d+ - (.+?) # time/gm)].map(([, title]) => title!);
};

// The whole project is compiled, which takes as long as many files of tests: all changes are made at once.
if (deep)
  t.test('the compiler and the checks ask for these files, and for no others', async (t) => {
    const copy = await mkdtemp(join(tmpdir(), 'nho-changes-'));
    t.teardown(() => rm(copy, { recursive: true }));
    await cp(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(path) });
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    for (const [name, change] of Object.entries(CHANGES))
      for (const { file } of change.rows)
        await writeFile(join(copy, file), withRows(name, change, file, readSource(file)));
    const checks = Object.values(CHANGES).flatMap(({ check }) => check ?? []);
    const tests = checks.flatMap(({ files }) => files.filter((file) => file.endsWith('.test.ts')));
    t.same((await failuresOf(copy, tests)).sort(), checks.flatMap(({ titles }) => titles).sort());
    const found = [...(await complaintsOf(copy)).matchAll(/^(\S+?)\(\d+,\d+\): error/gm)];
    t.same(
      [...new Set(found.map(([, file]) => file))].sort(),
      Object.values(CHANGES)
        .flatMap(({ compiler }) => compiler)
        .sort(),
    );
  });
