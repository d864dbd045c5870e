/** Where Unicode has the letters of the Latin script, with and without accents, as first and last code point. */
const LATIN: readonly (readonly [first: number, last: number])[] = [
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xc0, 0x24f],
  [0x1e00, 0x1eff],
];

/** Unicode does not take the stroke of a `đ` apart; here it is a mark like any other. */
const STROKE = '\u0335';

/** The letter below the accents, in lower case, and the accents; without accents no list at all. */
function apart(letter: string): [base: string, marks: string[]] {
  const [base = '', ...marks] = letter.normalize('NFD');
  if (base === 'đ' || base === 'Đ') return ['d', [STROKE, ...marks]];
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

/** Every letter that a typed one stands for: either case, and whatever accents it has besides those typed. */
function meant(typed: string): string[] {
  const [base, marks] = apart(typed);
  const relatives = family.get(base) ?? [];
  return [
    ...new Set([
      ...[typed, typed.toLowerCase(), typed.toUpperCase()].filter((form) => [...form].length === 1),
      ...relatives
        .filter((relative) => marks.every((mark) => relative.marks.includes(mark)))
        .map(({ letter }) => letter),
    ]),
  ];
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/**
 * Returns a regular expression of PostgreSQL for texts that contain `text`, whatever its case. Accents count when
 * they are typed: `qua` finds `quả`, `quả` does not find `qua`. `đ` is a `d` with an accent. The texts are composed
 * (NFC).
 *
 * A pattern rather than folded texts: no column to keep. It is as quick as `ilike`, which folds the case of every
 * text that it looks at.
 */
export function searchPattern(text: string): string {
  return Array.from(text.trim().normalize('NFC'), (typed) => {
    const letters = /\p{L}/u.test(typed) ? meant(typed) : [typed];
    return letters.length > 1 ? `[${letters.join('')}]` : typed.replace(SPECIAL, '\\$&');
  }).join('');
}
