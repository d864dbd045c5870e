import t from 'tap';
import { parseSync } from 'vite';
import { runs } from '../harness/depth.ts';
import { chosenSeed, seeded } from '../harness/seeded.ts';
import { areaOf, readSource, sourceFiles } from '../repository/module-graph.ts';
import { noteFigures } from './figures.ts';

/** The longest text that a regular expression of the server must take, unless it is listed below. */
const LONG = 50_000;
/** Milliseconds of this process for one, on a busy machine: a tenth of what quadratic time takes. */
const LIMIT_MS = 250;

/** Expressions that meet no text as long as that: by their source, how long it may be, and why. */
const SHORTER: Record<string, [letters: number, reason: string]> = {
  '^-+|-+$': [1, 'of an audio name in which one sign stands for any number of others'],
  '^[. ]+|[. ]+$': [1_000, "of a deck's title, which its contract bounds"],
  '[([][^)\\]]*[)\\]]': [100, "of a column's name: longer ones are left alone"],
  ' ?([^\\s[\\]\\u0000\\u0001]+)\\[([^[\\]\\n\\u0000\\u0001]+)\\]': [
    4_000,
    'of a page with marks: longer ones are left plain',
  ],
  '\\\\\\((?:[^\\\\]|\\\\[^)])*?\\\\\\)|\\\\\\[(?:[^\\\\]|\\\\[^\\]])*?\\\\\\]|\\[(\\$\\$?)\\].*?\\[\\/\\1\\]|\\[latex\\].*?\\[\\/latex\\]':
    [4_000, 'of a page with marks: longer ones are left plain'],
  '^(\\.\\/)+|\\/+$': [500, 'of the folder of an import, which its contract bounds'],
};

interface Found {
  file: string;
  source: string;
  flags: string;
}

function expressionsOf(file: string): Found[] {
  const found: Found[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex) found.push({ file, source: regex.pattern, flags: regex.flags });
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(file, readSource(file)).program);
  return found;
}

const files = sourceFiles().filter(
  (file) => ['core', 'api', 'workers'].includes(areaOf(file)) && file.endsWith('.ts'),
);
const expressions = files.flatMap(expressionsOf);

const PIECES = [
  ' ',
  '\t',
  '\r\n',
  '.',
  '/',
  './',
  '../',
  '-',
  '(',
  '[',
  '[a',
  '{',
  '{{c1::',
  '<',
  '<a ',
  '</a',
  '&',
  '&#',
  '&a',
  "'",
  '"',
  'a',
  'Ab1',
  '0',
  '=',
  ':',
  '::',
  '\\',
  'a.',
  'a-',
  'a@',
  '1.',
  '[sound:',
  '[sound:a',
  '\uFEFF',
  '\u0301',
  'ö',
  '\u00a0',
  ',',
  '_',
  'a=',
  ' src',
  ' src=',
  '!',
];

/** The letters and short runs of the expression itself, which are what it looks for. */
const ownPieces = (source: string): string[] => [
  ...new Set(source.replace(/\\[a-zA-Z]|[\\^$?*+|]/g, '').match(/[\w:.\-/<>&=#@"' ]{1,8}/g) ?? []),
];

function millisecondsOf({ source, flags }: Found, text: string): number {
  const expression = new RegExp(source, flags);
  const begun = process.cpuUsage();
  text.replace(expression, '');
  expression.lastIndex = 0;
  expression.test(text);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

const dice = seeded(chosenSeed(t));

t.test('no regular expression of the server takes long for a long text', async (t) => {
  t.ok(expressions.length > 50, `${expressions.length} expressions`);
  const slow: string[] = [];
  let tried = 0;
  for (const expression of expressions) {
    const [letters] = SHORTER[expression.source] ?? [LONG];
    const pieces = [...PIECES, ...ownPieces(expression.source)];
    const chance = Array.from(
      { length: runs(4, 200) },
      () => pieces[dice(pieces.length)]! + pieces[dice(pieces.length)]!,
    );
    const texts = [...pieces, ...chance].flatMap((piece) => {
      const repeated = piece.repeat(Math.ceil(letters / piece.length)).slice(0, letters);
      return [repeated, `x${repeated}!`];
    });
    tried += texts.length;
    const isSlow = (text: string) =>
      // Once more when it was slow: another thread may have collected garbage meanwhile.
      [1, 2, 3].every(() => millisecondsOf(expression, text) > LIMIT_MS);
    const found = texts.find(isSlow);
    if (found)
      slow.push(`${expression.file}: /${expression.source}/ by ${JSON.stringify(found.slice(0, 20))}`);
  }
  t.same(slow, []);
  noteFigures({ expressions: expressions.length, texts: tried });
});

t.test('what is listed as meeting shorter texts is still there', async (t) => {
  const sources = new Set(expressions.map(({ source }) => source));
  t.same(
    Object.keys(SHORTER).filter((source) => !sources.has(source)),
    [],
  );
});
