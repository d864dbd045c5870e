import { type Mutant, mutantsIn } from '../../bin/mutants/mutant.ts';

const ARCHIVE_TESTS = [
  'test/deck-import/archive/hostile-archives.test.ts',
  'test/deck-import/archive/zip-archive.test.ts',
];
const SCHEDULE_TESTS = ['test/deck-import/schedule/anki-answers.test.ts'];
const HOSTILE_TESTS = ['test/deck-import/archive/hostile-archives.test.ts'];

/** What comes in and goes out as a file, what is searched for, and what is written to the log of a process. */
export const mutants: Mutant[] = [
  ...mutantsIn('core/deck-import/import-changes.ts', ['test/deck-import/checked-import.test.ts'], {
    'fields that the file does not have are taken for a check': {
      find: 'const isThere = Object.values(columns).every((name) => names.includes(name));',
      replace: 'const isThere = names.length > 0;',
    },
    'a check with other fields keeps those of before': {
      find: "request = request || jsonb_build_object('columns', $2::jsonb)",
      replace: "request = jsonb_build_object('columns', $2::jsonb) || request",
    },
    'what was checked with errors is imported without being asked to leave them out': {
      find: 'and (error_count = 0 or $2)',
      replace: '',
    },
    'what a check keeps of an import that is cancelled stays': {
      find: 'await forgetChecked(pool, [importId]);',
      replace: '',
    },
  }),
  ...mutantsIn('core/deck-import/schedule/anki-answers.ts', SCHEDULE_TESTS, {
    'a preview in Anki counts as an answer': {
      find: '(type === FILTERED && has_factor === 1)',
      replace: 'type === FILTERED',
    },
    'what was answered in Anki before a card was made new again counts': {
      find: 'if (isReset(answer))',
      replace: 'if (isReset(answer) && !card)',
    },
  }),
  ...mutantsIn('core/deck-import/archive/zip-archive.ts', ARCHIVE_TESTS, {
    'the checksum of an entry that is read is not compared': {
      find: "if (crc32(content) !== entry.crc) throw wrong('archive_crc', entry);",
      replace: '',
    },
    'the checksum of an entry that is written out is not compared': {
      find: "if (crc !== entry.crc) throw wrong('archive_crc', entry);",
      replace: '',
    },
  }),
  ...mutantsIn('core/deck-import/perform-import.ts', ['test/deck-import/checked-import.test.ts'], {
    'an import that leaves cards out removes them from the deck': {
      find: 'row.request.remove_missing && !leavesOut',
      replace: 'row.request.remove_missing',
    },
  }),
  ...mutantsIn('core/deck-import/cards/read-rows.ts', ['test/deck-import/checked-import.test.ts'], {
    'what was mended in an import is read as the file has it': {
      find: 'const row = mend ? mended(source, mend) : source;',
      replace: 'const row = source;',
    },
  }),
  ...mutantsIn('core/deck-import/import-mends.ts', ['test/deck-import/checked-import.test.ts'], {
    'a mended text of an import is taken whatever it is': {
      find: 'if (wrong.length === 0) return;',
      replace: 'return;',
    },
  }),
  ...mutantsIn('core/files/stored-picture.ts', ['test/deck-import/imported-cards.test.ts'], {
    'an imported picture of any number of pixels is kept': {
      find: "if (Math.max(size.width, size.height) > maxPixels) return 'large';",
      replace: '',
    },
    'an imported picture keeps where it was taken': {
      find: 'const clean = withoutMetadata(kind, bytes);',
      replace: 'const clean = bytes;',
    },
  }),
  ...mutantsIn('core/files/picture-metadata.ts', ['test/files/picture-metadata.test.ts'], {
    'a JPEG keeps where it was taken': {
      find: '.map(({ whole }) => whole).filter(isDrawn)',
      replace: '.map(({ whole }) => whole)',
    },
    'a PNG keeps where it was taken': {
      find: 'if (DRAWN_CHUNKS.test(name)) return whole;',
      replace: 'if (name) return whole;',
    },
    'a WebP keeps where it was taken': {
      find: 'if (/^(VP8[ LX]|ALPH|ANIM|ANMF|ICCP)$/.test(name)) {',
      replace: 'if (name) {',
    },
    'an AVIF keeps where it was taken': {
      find: "bytes.fill(type === 'Exif' ? emptyExif(to - from) : ' ', from, to);",
      replace: '',
    },
    'a JPEG keeps what stands behind its end': {
      find: '[...kept, END_OF_IMAGE]',
      replace: '[...kept, bytes.subarray(at)]',
    },
  }),
  ...mutantsIn('core/deck-import/cards/staging.ts', ['test/deck-import/imported-cards.test.ts'], {
    'a card that asked by its picture alone stays without it': {
      find: "front = $2 and ${isUnshown('front')} or back",
      replace: 'false or back',
    },
  }),
  ...mutantsIn('core/deck-import/cards/publish.ts', ['test/deck-import/imported-cards.test.ts'], {
    'another picture keeps the text of the one before': {
      find: "when e.${side}_picture ->> 'file' = i.${side}_picture_file ->> 'file' then",
      replace: 'when true then',
    },
    'a file that says nothing of tags takes them away': {
      find: 'coalesce(i.tags, e.tags) as tags',
      replace: "coalesce(i.tags, '{}') as tags",
    },
    'emphasis makes another card of one without an id': {
      find: '[asTyped, asShown]',
      replace: '[asTyped]',
    },
  }),
  ...mutantsIn('core/deck-import/archive/zip-entry-names.ts', ARCHIVE_TESTS, {
    'an entry may climb out of its archive': {
      find: "if (OUTSIDE.test(name)) throw new ImportError('archive_path', { name: shownName(name) });",
      replace: '',
    },
    'an entry may climb out of its archive from a folder': {
      find: '|(?:^|[/\\\\])\\.\\.(?:$|[/\\\\])',
      replace: '|^\\.\\.(?:$|[/\\\\])',
    },
  }),
  ...mutantsIn('web/lib/text/csv.ts', ['test/lib/text/csv.test.ts'], {
    'a spreadsheet of a class may run formulas': {
      find: 'stringify([...rows], SPREADSHEET_CSV)',
      replace: 'stringify([...rows])',
    },
  }),
  ...mutantsIn('core/deck-export/deck-csv.ts', ['test/deck-export/exported-files.test.ts'], {
    'a spreadsheet of a deck may run formulas': {
      find: 'stringify(lines, { ...SPREADSHEET_CSV, bom: false })',
      replace: 'stringify(lines)',
    },
  }),
  ...mutantsIn('core/text/search-pattern.ts', ['test/card/card-reading.test.ts'], {
    'a search without accents finds no accents': {
      find: 'wanted.every((mark) => one.marks.includes(mark))',
      replace: "wanted.join('') === one.marks.join('')",
    },
    'accents that are searched for do not count': {
      find: 'wanted.every((mark) => one.marks.includes(mark))',
      replace: 'wanted',
    },
  }),
  ...mutantsIn('workers/main.ts', ['test/workers/error-lines.test.ts'], {
    'the worker writes that handing in exams failed, but not why': {
      find: "log.error({ err: error }, 'handing in exams failed')",
      replace: "log.error({ error }, 'handing in exams failed')",
    },
  }),
  ...mutantsIn('workers/perform-run-child.ts', ['test/workers/error-lines.test.ts'], {
    'an import writes that it broke off, but not why': {
      find: 'log.error({ err: error, run: runId }',
      replace: 'log.error({ error, run: runId }',
    },
  }),
  ...mutantsIn('core/deck-import/formats/page-text.ts', ['test/deck-import/anki/anki-text.test.ts'], {
    'a quote without an end takes the rest of an Anki note with it': {
      find: '      this.read(rest.slice(close + 1));\n',
      replace: '',
    },
  }),
  ...mutantsIn('core/deck-import/formats/page-marks.ts', ['test/deck-import/anki/anki-text.test.ts'], {
    'letters of Anki that look like a mark become one': {
      find: '      token.isEscaped = true;\n      isMended = true;\n',
      replace: '',
    },
  }),
  ...mutantsIn('core/deck-export/deck-apkg.ts', ['test/deck-export/marked-html.test.ts'], {
    'a formula goes to Anki from letters that were escaped': {
      find: "`${asEntity('\\\\')}<span>$1</span>`",
      replace: "'\\\\$1'",
    },
  }),
  ...mutantsIn('core/deck-import/archive/zip-archive.ts', ['test/deck-import/imported-cards.test.ts'], {
    'a picture of one colour refuses its archive': {
      find: '!isCopied(name) && ',
      replace: '',
    },
  }),
  ...mutantsIn('core/deck-import/archive/zip-archive.ts', HOSTILE_TESTS, {
    'nothing in an archive is a bomb': {
      find: '!isCopied(name) && bytes > INFLATION_FREE_BYTES',
      replace: 'bytes < INFLATION_FREE_BYTES',
    },
  }),
];
