import { levelled } from './normal-form.ts';

/** Where Unicode has the letters of the Latin script, with and without accents, as first and last code point. */
const LATIN: readonly (readonly [first: number, last: number])[] = [
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xc0, 0x24f],
  [0x1e00, 0x1eff],
];

/** Unicode does not take the stroke of a `đ` apart; here it is a mark like any other, in the letters that look so, too. */
const STROKE = '\u0335';

/** The letter below the accents, in lower case, and the accents; without accents no list at all. */
function apart(letter: string): [base: string, marks: string[]] {
  const [base = '', ...marks] = letter.normalize('NFD');
  if (/[đðɖ]/i.test(base)) return ['d', [STROKE, ...marks]];
  return [base.toLowerCase(), marks];
}

const latinLetters = LATIN.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
);

/** The letters of each base letter. */
const family = Map.groupBy(
  latinLetters.map((letter) => ({ letter, base: apart(letter)[0], marks: apart(letter)[1] })),
  ({ base }) => base,
);

/**
 * What may stand between two letters, seen by nobody: all that `levelled` leaves out of the first plane, and accents that
 * stand behind their letter.
 */
const BETWEEN =
  '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u0300-\u036f]*';

/** Each sign that `levelled` puts in the place of others, with those. */
const KINDS: Record<string, string> = {
  ' ': '[\\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+',
  '-': '[\uff0d\u058a\u05be\u02d7\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\\-]',
  "'": "['\uff07‘’‚‛′ʼʻ`´ʹ]",
  '"': '["\uff02“”„‟«»″〝〞]',
};

/** Letters that some texts have as one. */
const AS_ONE: Record<string, string> = { '...': '…', ffi: 'ﬃ', ffl: 'ﬄ', ff: 'ﬀ', fi: 'ﬁ', fl: 'ﬂ' };

/** Those, and a syllable's last vowels, of which `comparedAs` takes either place of the tone for the other. */
const TOGETHER = /\.\.\.|ff[il]|f[fil]|(?<!q)(?:[oòóỏõọ][aàáảãạeèéẻẽẹ]|[uùúủũụ][yỳýỷỹỵ])/giu;
const TONES = /[\u0300\u0301\u0303\u0309\u0323]/g;

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** A letter or a sign of ASCII in its other width. */
const wide = (letter: string): string =>
  letter >= '!' && letter <= '~' ? String.fromCodePoint(letter.codePointAt(0)! + 0xfee0) : '';

const group = (ways: readonly string[]): string => (ways.length > 1 ? `(?:${ways.join('|')})` : ways[0]!);

/** Either case of a letter, with whatever accents it has besides those typed: in one, or some of them behind it. */
function letterPattern(typed: string): string {
  const [base, marks] = apart(typed);
  const lettersWith = (wanted: readonly string[]): string[] =>
    (family.get(base) ?? []).flatMap((one) =>
      wanted.every((mark) => one.marks.includes(mark)) ? [one.letter, wide(one.letter)] : [],
    );
  const own = [typed, typed.toLowerCase(), typed.toUpperCase()].filter((form) => [...form].length === 1);
  const whole = `[${[...new Set([...own, ...lettersWith(marks)])].join('')}]`;
  // Unicode has the stroke in no other way than with its letter.
  const first = marks[0] === STROKE ? 1 : 0;
  const behind = marks.slice(first).flatMap((_, at) => {
    const letters = lettersWith(marks.slice(0, first + at)).join('');
    return letters
      ? [
          `[${letters}]${marks
            .slice(first + at)
            .map((mark) => BETWEEN + mark)
            .join('')}`,
        ]
      : [];
  });
  return group([whole, ...behind]);
}

const signPattern = (typed: string): string =>
  KINDS[typed] ?? group([typed.replace(SPECIAL, '\\$&'), wide(typed)].filter(Boolean));

const oneByOne = (text: string): string =>
  Array.from(text.normalize('NFC'), (typed) =>
    /\p{L}/u.test(typed) ? letterPattern(typed) : signPattern(typed),
  ).join(BETWEEN);

/** The pattern of what is looked for as a whole, each way in which it is written. */
function togetherPattern(text: string): string {
  const asOne = AS_ONE[text.toLowerCase()];
  if (asOne) return group([oneByOne(text), asOne]);
  const plain = text.normalize('NFD');
  const [tone, more] = plain.match(TONES) ?? [];
  if (!tone || more) return oneByOne(text);
  const [first, last] = plain.replace(TONES, '');
  return group([oneByOne(`${first}${tone}${last}`), oneByOne(`${first}${last}${tone}`)]);
}

/**
 * Returns a regular expression of PostgreSQL for texts that contain `text`, whatever its case. Accents count when
 * they are typed: `qua` finds `quả`, `quả` does not find `qua`. `đ` is a `d` with an accent. What `levelled` takes for the
 * same is the same here, also in rows of earlier versions.
 *
 * A pattern rather than folded texts: no column to keep. It is as quick as `ilike`, which folds the case of every
 * text that it looks at.
 */
export function searchPattern(text: string): string {
  const level = levelled(text);
  const made: string[] = [];
  let from = 0;
  for (const { 0: found, index } of level.matchAll(TOGETHER)) {
    if (index > from) made.push(oneByOne(level.slice(from, index)));
    made.push(togetherPattern(found));
    from = index + found.length;
  }
  if (from < level.length) made.push(oneByOne(level.slice(from)));
  return made.join(BETWEEN);
}
