import type { TokenizerCallbacks } from 'htmlparser2';
import { PICTURE_ALT_MAX } from '../../contract/card-limits.ts';
import { tidyText } from '../../text/tidy-text.ts';

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

/** A picture that stands in a text, by the name of its file, NFC. */
export interface AnkiPicture {
  name: string;
  /** What it shows, if the author says so. */
  alt: string;
}

/** What cuts HTML into text and tags: htmlparser2, and entities. The client loads them where a paste holds HTML. */
export interface HtmlTools {
  Tokenizer: new (
    options: { recognizeSelfClosing: boolean },
    callbacks: TokenizerCallbacks,
  ) => { write(html: string): void; end(): void };
  decodeHTML: (text: string) => string;
}

/** Elements whose content is no text of the page. */
const HIDDEN = new Set(['script', 'style', 'title', 'template', 'rp', 'noscript', 'iframe', 'object', 'svg']);

/** Elements whose `src` is played. */
const PLAYED = new Set(['audio', 'source', 'video']);
const PICTURE = 'img';
/** Elements and their attribute that has a number. */
const NUMBERED: Partial<Record<string, string>> = { ol: 'start', li: 'value' };
/** Code units of a picture's name; one that stands in the text itself may have millions. */
const SOURCE_MAX = 500;
/** Code units of a style that are read. */
const STYLE_MAX = 1_000;

/** Letters of which marks and orders are made. One that is written as an entity is only itself. */
const OF_MARKS = '*/{\\[';

/** Gives the page what a browser would show of the markup, and the sounds that it would play. */
export class MarkupReader implements TokenizerCallbacks {
  readonly #page: PageText;
  readonly #play: (name: string) => void;
  readonly #tools: HtmlTools;
  readonly pictures: AnkiPicture[] = [];
  #html = '';
  /** All before it has been read. */
  #at = 0;
  #tag = '';
  #attribute: 'src' | 'alt' | 'style' | 'number' | '' = '';
  #source: string | undefined;
  #alt: string | undefined;
  #style: string | undefined;
  /** With which a list begins, or an item goes on. */
  #number: string | undefined;
  /** The element that hides what stands here. */
  #hidden: string | undefined;

  constructor(page: PageText, play: (name: string) => void, tools: HtmlTools) {
    this.#page = page;
    this.#play = play;
    this.#tools = tools;
  }

  read(html: string): void {
    this.#html = html;
    this.#at = 0;
    // Not the parser above it: that keeps a list of open elements and searches it at each closing tag.
    const tokenizer = new this.#tools.Tokenizer({ recognizeSelfClosing: true }, this);
    tokenizer.write(html);
    tokenizer.end();
  }

  ontext(_start: number, end: number): void {
    this.#show(this.#html.slice(this.#at, end));
    this.#at = end;
  }

  ontextentity(codePoint: number, end: number): void {
    const letter = String.fromCodePoint(codePoint);
    this.#show(letter, OF_MARKS.includes(letter));
    this.#at = end;
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#source = undefined;
    this.#alt = undefined;
    this.#style = undefined;
    this.#number = undefined;
  }

  onattribname(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    this.#attribute = '';
    // Of several of one name browsers take the first.
    if (name === 'src' && (PLAYED.has(this.#tag) || this.#tag === PICTURE) && this.#source === undefined) {
      this.#attribute = 'src';
      this.#source = '';
    } else if (name === 'alt' && this.#tag === PICTURE && this.#alt === undefined) {
      this.#attribute = 'alt';
      this.#alt = '';
    } else if (NUMBERED[this.#tag] === name && this.#number === undefined) {
      this.#attribute = 'number';
      this.#number = '';
    } else if (name === 'style' && this.#style === undefined) {
      this.#attribute = 'style';
      this.#style = '';
    }
  }

  onattribdata(start: number, end: number): void {
    this.#addToAttribute(this.#html.slice(start, end));
  }

  onattribentity(codePoint: number): void {
    this.#addToAttribute(String.fromCodePoint(codePoint));
  }

  #addToAttribute(text: string): void {
    if (this.#attribute === 'src') this.#source += text;
    if (this.#attribute === 'alt') this.#alt += text;
    if (this.#attribute === 'style') this.#style += text;
    if (this.#attribute === 'number') this.#number += text;
  }

  onattribend(): void {
    this.#attribute = '';
  }

  onopentagend(end: number): void {
    this.#open(end);
    if (HIDDEN.has(this.#tag)) this.#hidden ??= this.#tag;
  }

  onselfclosingtag(end: number): void {
    this.#open(end);
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    const close = this.#html.indexOf('>', end);
    this.#at = close < 0 ? this.#html.length : close + 1;
    if (this.#hidden === undefined) this.#page.close(name);
    else if (this.#hidden === name) this.#hidden = undefined;
  }

  oncomment(_start: number, end: number): void {
    this.#at = end + 1;
  }

  ondeclaration(_start: number, end: number): void {
    this.#at = end + 1;
  }

  // Only XML has these.
  onprocessinginstruction(): void {}
  oncdata(): void {}

  onend(): void {
    const rest = this.#html.slice(this.#at);
    if (/^<[!?]/.test(rest)) return;
    const close = rest.indexOf('>');
    // Somebody wrote “a <b”: no tag, since nothing ends it.
    if (close < 0) this.#show(this.#tools.decodeHTML(rest));
    else {
      // An attribute's quote has no end. From here on there is none of its kind, so this happens twice at most.
      this.onopentagend(this.#at + close);
      this.read(rest.slice(close + 1));
    }
  }

  #open(end: number): void {
    this.#at = end + 1;
    if (this.#hidden !== undefined) return;
    if (this.#source && this.#tag === PICTURE) this.#addPicture(this.#source, this.#alt ?? '');
    else if (this.#source) this.#play(this.#source);
    const number = /^\s*[+-]?\d{1,6}\s*$/.test(this.#number ?? '') ? Number(this.#number) : Number.NaN;
    this.#page.open(this.#tag, this.#style?.slice(0, STYLE_MAX), number);
  }

  #addPicture(source: string, alt: string): void {
    const name = tidyText(source.slice(0, SOURCE_MAX).replaceAll('\0', ''));
    if (name) this.pictures.push({ name, alt: tidyText(alt.replaceAll('\0', '').slice(0, PICTURE_ALT_MAX)) });
  }

  #show(text: string, isLiteral = false): void {
    if (this.#hidden === undefined) this.#page.add(text, isLiteral);
  }
}
