import { decodeEntities } from './html-entities.ts';

/** What a field of Anki's, which is HTML, says. */
export interface AnkiText {
  /** Plain text; a line for each block. LaTeX stays as it is written. */
  text: string;
  /** Names of the media files that are played there, NFC, in order. */
  sounds: string[];
}

const BLOCKS = new Set(
  (
    'address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
/** Elements whose content is no text of the page. */
const HIDDEN = new Set(['script', 'style', 'title', 'template', 'noscript', 'iframe', 'object', 'svg']);

const SOUND = /\[sound:([^\]\n]{1,500})\]/g;
/** Characters that no text holds, and that a database may refuse. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g;

/** Reads a field of a note. Takes time by its length alone, whatever stands in it. */
export function ankiText(html: string): AnkiText {
  const sounds: string[] = [];
  const take = (name: string): void => {
    const plain = decodeEntities(name).trim().normalize('NFC');
    if (plain) sounds.push(plain);
  };
  const silent = html.replace(SOUND, (_, name: string) => {
    take(name);
    return ' ';
  });
  const page = new PageText();
  for (let at = 0; at < silent.length; ) {
    const open = silent.indexOf('<', at);
    if (open < 0) {
      page.add(silent.slice(at));
      break;
    }
    page.add(silent.slice(at, open));
    at = readMarkup(silent, open, page, take);
  }
  return { text: page.text(), sounds };
}

/** Reads what begins with `<`; gives where it ends. */
function readMarkup(html: string, open: number, page: PageText, sound: (name: string) => void): number {
  if (html.startsWith('<!--', open)) return endOf(html, '-->', open + 4);
  const next = html.charCodeAt(open + 1);
  // `<!doctype`, `<?xml` and the like.
  if (next === 0x21 || next === 0x3f) return endOf(html, '>', open + 1);
  const [, slash, rawName] = /^<(\/?)([A-Za-z][\w-]{0,30})/.exec(html.slice(open, open + 40)) ?? [];
  // Somebody wrote “a < b”.
  if (!rawName) {
    page.add('<');
    return open + 1;
  }
  const end = tagEnd(html, open + 1);
  // Then no tag ends any more. To look for it again at each `<` would take forever.
  if (end < 0) {
    page.add(html.slice(open));
    return html.length;
  }
  const name = rawName.toLowerCase();
  if (slash) page.close(name);
  else {
    if (HIDDEN.has(name) && html[end - 2] !== '/') return hiddenEnd(html, name, end);
    const source = /^(?:audio|source|video)$/.test(name) && srcOf(html.slice(open, end));
    if (source) sound(source);
    page.open(name);
  }
  return end;
}

const srcOf = (tag: string): string | undefined => {
  const [, , quoted, bare] = /\ssrc\s*=\s*(?:(["'])(.*?)\1|([^\s"'>]+))/is.exec(tag.slice(0, 1_000)) ?? [];
  return quoted ?? bare;
};

function endOf(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

/** The end of a tag, whose quoted attributes may hold `>`; -1 when it has none. */
function tagEnd(html: string, from: number): number {
  const ends = /[>"']/g;
  ends.lastIndex = from;
  for (let found = ends.exec(html); found; found = ends.exec(html)) {
    if (found[0] === '>') return found.index + 1;
    // An apostrophe of the text is no quote; a quote of an attribute follows an equals sign.
    if (!/=\s{0,5}$/.test(html.slice(Math.max(0, found.index - 6), found.index))) continue;
    const closing = html.indexOf(found[0], found.index + 1);
    if (closing < 0) continue;
    ends.lastIndex = closing + 1;
  }
  return -1;
}

function hiddenEnd(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}\\b[^>]{0,200}>`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html) ? closing.lastIndex : html.length;
}

/** Gathers the text of a page as a browser shows it: spaces run together, blocks on lines of their own. */
class PageText {
  #parts: string[] = [];
  #isLineStart = true;
  #endsInSpace = true;
  #pres = 0;

  add(html: string): void {
    if (html === '') return;
    if (this.#pres > 0) {
      this.#parts.push(html.replace(/\r\n?/g, '\n'));
      this.#isLineStart = html.endsWith('\n');
      this.#endsInSpace = false;
      return;
    }
    const text = html.replace(/(?:[ \t\r\n\f]|&nbsp;|\u00a0)+/g, ' ');
    const added = this.#endsInSpace && text.startsWith(' ') ? text.slice(1) : text;
    if (added === '') return;
    this.#parts.push(added);
    this.#endsInSpace = added.endsWith(' ');
    this.#isLineStart &&= added === ' ';
  }

  open(name: string): void {
    if (name === 'br') this.#break();
    if (name === 'td' || name === 'th') this.add(' ');
    if (BLOCKS.has(name)) this.#startLine();
    if (name === 'pre') this.#pres++;
  }

  close(name: string): void {
    if (BLOCKS.has(name)) this.#startLine();
    if (name === 'pre' && this.#pres > 0) this.#pres--;
  }

  text(): string {
    return decodeEntities(this.#parts.join(''))
      .replace(CONTROLS, '')
      .replaceAll('\u00a0', ' ')
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
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
