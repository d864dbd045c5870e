const BLOCKS = new Set(
  (
    'address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
/** Characters that no text holds, and that a database may refuse. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g;

/** What stands around letters, and before one that is no mark's, written as characters that no text holds. */
export const PAGE_SIGNS = {
  bold: '\u0001',
  boldEnd: '\u0002',
  italic: '\u0003',
  italicEnd: '\u0004',
  ruby: '\u0005',
  rubyEnd: '\u0006',
  reading: '\u0007',
  readingEnd: '\u0008',
  literal: '\u000e',
} as const;

type Sign = keyof typeof PAGE_SIGNS;
type OpenSign = 'bold' | 'italic' | 'ruby' | 'reading';

const SIGNS: Record<string, OpenSign> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  ruby: 'ruby',
  rt: 'reading',
};

/** Elements that are bold or in italics as their style says; Google Docs wraps its texts in a `<b>` that is not. */
const STYLED = new Set(['b', 'strong', 'i', 'em', 'span']);

function signsOf(name: string, style: string): OpenSign[] {
  const sign = SIGNS[name];
  if (!STYLED.has(name) || style === '') return sign ? [sign] : [];
  const weight = /(?:^|;)\s*font-weight\s*:\s*(\w+)/i.exec(style)?.[1];
  const slant = /(?:^|;)\s*font-style\s*:\s*(\w+)/i.exec(style)?.[1];
  const isBold = weight === undefined ? sign === 'bold' : /^(bold(er)?|[6-9]00)$/i.test(weight);
  const isItalic = slant === undefined ? sign === 'italic' : /^(italic|oblique)$/i.test(slant);
  return [...(isBold ? (['bold'] as const) : []), ...(isItalic ? (['italic'] as const) : [])];
}

const pairs = (letters: string, small: string): Map<string, string> => {
  const written = [...small];
  return new Map([...letters].map((letter, index) => [letter, written[index]!]));
};

/** The letters of Unicode that stand above or below the line. */
const SCRIPTS = new Map([
  ['sup', pairs(' 0123456789+-−=()abcdefghijklmnoprstuvwxyz', ' ⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ')],
  ['sub', pairs(' 0123456789+-−=()aehijklmnoprstuvx', ' ₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ')],
]);

/** Returns a text as it is written above or below the line; as it is when Unicode lacks one of its letters. */
export function inScript(text: string, script: string): string {
  const small = [...text].map((letter) => SCRIPTS.get(script)!.get(letter));
  return small.includes(undefined) ? text : small.join('');
}

/** Lines without spaces around them, and at most one empty line between two. */
export const tidyLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Of lists that people number. */
const isListNumber = (number: number): boolean => Number.isInteger(number) && Math.abs(number) < 1e6;

/** Gathers the text of a page as a browser shows it: spaces run together, blocks on lines of their own. */
export class PageText {
  #parts: string[] = [];
  #isLineStart = true;
  #endsInSpace = true;
  #pres = 0;
  /** The open elements whose text stands above or below the line. */
  readonly #scripts: string[] = [];
  /** How many items each open list has by now; null for one without numbers. */
  readonly #lists: (number | null)[] = [];
  /** The number of an item of which nothing is written yet. */
  #item = '';
  /** What each open element of a name began. */
  readonly #styled = new Map([...STYLED].map((name): [string, OpenSign[][]] => [name, []]));

  /** A literal letter is never part of a mark or of an order. */
  add(given: string, isLiteral = false): void {
    const text = given.replace(CONTROLS, '');
    if (text === '') return;
    if (this.#pres > 0) {
      this.#startItem();
      if (isLiteral) this.#parts.push(PAGE_SIGNS.literal);
      this.#parts.push(text.replace(/\r\n?/g, '\n'));
      this.#isLineStart = text.endsWith('\n');
      this.#endsInSpace = false;
      return;
    }
    const plain = text.replace(/[ \t\r\n\f\u00a0]+/g, ' ');
    const added = this.#endsInSpace && plain.startsWith(' ') ? plain.slice(1) : plain;
    if (added === '') return;
    this.#startItem();
    if (isLiteral) this.#parts.push(PAGE_SIGNS.literal);
    const script = this.#scripts.at(-1);
    this.#parts.push(script === undefined ? added : inScript(added, script));
    this.#endsInSpace = added.endsWith(' ');
    this.#isLineStart &&= added === ' ';
  }

  /** The style is that of its attribute; the number that with which a list begins, or an item counts on. */
  open(name: string, style = '', number = Number.NaN): void {
    if (name === 'br') this.#break();
    const signs = signsOf(name, style);
    for (const sign of signs) this.#sign(sign);
    this.#styled.get(name)?.push(signs);
    if (name === 'td' || name === 'th') this.add(' ');
    if (BLOCKS.has(name)) this.#startLine();
    if (name === 'pre') this.#pres++;
    if (SCRIPTS.has(name)) this.#scripts.push(name);
    if (name === 'ol' || name === 'ul')
      this.#lists.push(name === 'ol' ? (isListNumber(number) ? number - 1 : 0) : null);
    if (name === 'li') this.#nextItem(number);
  }

  close(name: string): void {
    for (const sign of this.#styled.get(name)?.pop() ?? []) this.#sign(`${sign}End`);
    if (name === 'ruby' || name === 'rt') this.#sign(`${SIGNS[name]!}End`);
    if (BLOCKS.has(name)) this.#startLine();
    if (name === 'pre' && this.#pres > 0) this.#pres--;
    if (SCRIPTS.has(name)) this.#scripts.pop();
    if (name === 'ol' || name === 'ul') this.#lists.pop();
    if (name === 'ol' || name === 'li') this.#item = '';
  }

  /** All of it, with signs; lines are not tidied. */
  signedText(): string {
    return this.#parts.join('').replaceAll('\u00a0', ' ');
  }

  #nextItem(number: number): void {
    const open = this.#lists.pop();
    if (open === undefined) return;
    const count = open !== null && isListNumber(number) ? number - 1 : open;
    this.#lists.push(count === null ? null : count + 1);
    this.#item = count === null ? '' : `${count + 1}. `;
  }

  /** An item may begin with a block: its number waits for the first letter. */
  #startItem(): void {
    if (this.#item) this.#parts.push(this.#item);
    this.#item = '';
  }

  #sign(sign: Sign): void {
    this.#startItem();
    this.#parts.push(PAGE_SIGNS[sign]);
  }

  #startLine(): void {
    if (!this.#isLineStart) this.#break();
  }

  #break(): void {
    this.#parts.push('\n');
    this.#isLineStart = true;
    this.#endsInSpace = true;
  }
}
