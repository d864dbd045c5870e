import type { Mutant } from '../../bin/mutants/mutant.ts';

const ARCHIVE_TESTS = ['test/deck-import/hostile-archives.test.ts', 'test/deck-import/zip-archive.test.ts'];

/** What comes in and goes out as a file, what is searched for, and what is written to the log of a process. */
export const mutants: Mutant[] = [
  {
    name: 'the checksum of an entry that is read is not compared',
    file: 'core/deck-import/zip-content.ts',
    find: "if (crc32(content) !== entry.crc) throw wrong('archive_crc', entry);",
    replace: '',
    tests: ARCHIVE_TESTS,
  },
  {
    name: 'the checksum of an entry that is written out is not compared',
    file: 'core/deck-import/zip-content.ts',
    find: "if (crc !== entry.crc) throw wrong('archive_crc', entry);",
    replace: '',
    tests: ARCHIVE_TESTS,
  },
  {
    name: 'an import that leaves cards out removes them from the deck',
    file: 'core/deck-import/perform-import.ts',
    find: 'row.request.remove_missing && problems.errors === 0',
    replace: 'row.request.remove_missing',
    tests: ['test/deck-import/leave-out.test.ts'],
  },
  {
    name: 'what was checked with errors is imported without being asked to leave them out',
    file: 'core/deck-import/import-changes.ts',
    find: 'and (error_count = 0 or $2)',
    replace: '',
    tests: ['test/deck-import/leave-out.test.ts'],
  },
  {
    name: 'an entry may climb out of its archive',
    file: 'core/deck-import/zip-entry-names.ts',
    find: "if (OUTSIDE.test(name)) throw new ImportError('archive_path', { name: shownName(name) });",
    replace: '',
    tests: ARCHIVE_TESTS,
  },
  {
    name: 'an entry may climb out of its archive from a folder',
    file: 'core/deck-import/zip-entry-names.ts',
    find: '|(?:^|[/\\\\])\\.\\.(?:$|[/\\\\])',
    replace: '|^\\.\\.(?:$|[/\\\\])',
    tests: ARCHIVE_TESTS,
  },
  {
    name: 'a spreadsheet of a class may run formulas',
    file: 'web/lib/csv.ts',
    find: 'stringify([...rows], SPREADSHEET_CSV)',
    replace: 'stringify([...rows])',
    tests: ['test/web/csv.test.ts'],
  },
  {
    name: 'a spreadsheet of a deck may run formulas',
    file: 'core/deck-export/deck-csv.ts',
    find: 'stringify(lines, { ...SPREADSHEET_CSV, bom: false })',
    replace: 'stringify(lines)',
    tests: ['test/deck-export/deck-csv.test.ts'],
  },
  {
    name: 'a search without accents finds no accents',
    file: 'core/search-pattern.ts',
    find: 'marks.every((mark) => relative.marks.includes(mark))',
    replace: "marks.join('') === relative.marks.join('')",
    tests: ['test/card/card-reading.test.ts'],
  },
  {
    name: 'accents that are searched for do not count',
    file: 'core/search-pattern.ts',
    find: 'marks.every((mark) => relative.marks.includes(mark))',
    replace: 'marks',
    tests: ['test/card/card-reading.test.ts'],
  },
  {
    name: 'the worker writes that handing in exams failed, but not why',
    file: 'workers/main.ts',
    find: "log.error({ err: error }, 'handing in exams failed')",
    replace: "log.error({ error }, 'handing in exams failed')",
    tests: ['test/workers/error-lines.test.ts'],
  },
  {
    name: 'an import writes that it broke off, but not why',
    file: 'workers/perform-aside.ts',
    find: 'log.error({ err: error, run: runId }',
    replace: 'log.error({ error, run: runId }',
    tests: ['test/workers/error-lines.test.ts'],
  },
  {
    name: 'a quote without an end takes the rest of an Anki note with it',
    file: 'core/deck-import/anki-text.ts',
    find: '      this.read(rest.slice(close + 1));\n',
    replace: '',
    tests: ['test/deck-import/anki-text.test.ts'],
  },
];
