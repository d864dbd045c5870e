import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { areaOf, ROOT, readSource, sourceFiles } from './module-graph.ts';

/** Words that a reader has to learn first, each with what to write instead. */
const WORDS: [RegExp, string][] = [
  [/\b(?:told|tells?)\b/i, 'reports, notifies, is called with'],
  [/\banew\b/i, 'again'],
  [/\bwho(?:m|se)?ever\b/i, 'a noun, such as the caller'],
  [/(?:^|[.:;!?] )Who\b/, 'a noun, such as the students'],
  // The product's nouns are answers as well: only before these words is it a verb.
  [/\b(?:for|of|to|by|from|with|than|as|in|on) who\b/i, 'a noun before it, such as “for students who”'],
  [
    /(?:^|[.:;] )The same(?=[.,:;]| (?:again|and|as|at|but|by|for|from|in|of|on|over|said|to|when|with|without)\b)/,
    'what is the same, and what differs',
  ],
  [
    /\banswers (?:an?|the|its|how|what|where|whether|true|false|undefined|null|nothing|with|\d+)\b/i,
    'returns',
  ],
];

const AREAS = ['api', 'bin', 'core', 'web', 'workers'];
const isHeld = (file: string): boolean => AREAS.includes(areaOf(file));

/** Comments that are right as they are, by file and word. */
const EXCEPTIONS: string[] = [];

/** The comments of a source, each as one line: blocks, and neighbouring lines together. */
function commentsOf(text: string): string[] {
  const comments = text.match(/^[ \t]*\/\*\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm) ?? [];
  return comments.map((comment) =>
    comment
      .replace(/\*\/$/, '')
      .replace(/^\s*(?:\/\*\*|\*|\/\/) ?/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

/** Words of one clause. */
const CLAUSE_MAX = 20;

const wordsIn = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** What is wrong with a comment, as words and what to write instead. */
function faultsOf(comment: string): string[] {
  const words = WORDS.flatMap(([word, instead]) => {
    const found = word.exec(comment);
    return found ? [`“${found[0].trim()}”: ${instead}`] : [];
  });
  const long = comment.split(/(?<=[.;:!?])\s+/).filter((clause) => wordsIn(clause) > CLAUSE_MAX);
  return [...words, ...long.map((clause) => `“${clause}”: ${wordsIn(clause)} words, at most ${CLAUSE_MAX}`)];
}

t.test('comments are short, say returns, reports and again, and have a noun as the subject', async (t) => {
  const held = sourceFiles().filter(isHeld);
  t.ok(held.length > 300, 'files are looked at');
  const faults = held.flatMap((file) =>
    commentsOf(readSource(file)).flatMap((comment) => faultsOf(comment).map((fault) => `${file}: ${fault}`)),
  );
  t.same(
    faults.filter((fault) => !EXCEPTIONS.includes(fault)),
    [],
  );
});

/** The paragraphs of a document; code and tables are no prose, and a name counts as a word. */
const paragraphsOf = (text: string): string[] =>
  text
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`]*`/g, 'X')
    .replace(/^\s*\|.*$/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=#)|(?<=^#.*)\n/m)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());

/** What people asked for stands there in their own words. */
const NOT_OURS = ['requirements.md'];

t.test('documents are in the same plain words', async (t) => {
  const documents = readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md') && !NOT_OURS.includes(name))
    .map((name) => join('docs', name));
  const faults = [...documents, 'README.md', 'CONTRIBUTING.md'].flatMap((name) =>
    paragraphsOf(readSource(name)).flatMap((paragraph) =>
      faultsOf(paragraph).map((fault) => `${name}: ${fault}`),
    ),
  );
  t.same(faults, []);
});

t.test('the words are found, and the nouns of the product are not', async (t) => {
  const comments = commentsOf(
    [
      '/** Answers how many.',
      ' * Who waits is told. */',
      '  // Begun anew by whoever',
      '  // comes first.',
      'const told = 1;',
      "/** A student's answers, in order; answers are sent once. Students who wait. The same key of who comes. */",
      'const more = 1;',
      '/** The same for cards. One clause that goes on and on has more words than',
      ' * anybody can keep in mind who reads it between two others of its kind. */',
    ].join('\n'),
  );
  t.same(
    comments.map((comment) => faultsOf(comment).length),
    [3, 2, 1, 2],
  );
});
