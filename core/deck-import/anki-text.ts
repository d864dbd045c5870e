import { decodeHTML } from 'entities';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { PageText } from './page-text.ts';

/** What a field of Anki's, which is HTML, says. */
export interface AnkiText {
  /** Plain text; a line for each block. LaTeX stays as it is written. */
  text: string;
  /** Names of the media files that are played there, NFC, in order. */
  sounds: string[];
  hasPicture: boolean;
}

/** Elements whose content is no text of the page. */
const HIDDEN = new Set(['script', 'style', 'title', 'template', 'rp', 'noscript', 'iframe', 'object', 'svg']);

const SOUND = /\[sound:([^\]\n]{1,500})\]/g;
/** Elements whose `src` is played. */
const PLAYED = new Set(['audio', 'source', 'video']);

/** Reads a field of a note. Takes time by its length alone, whatever stands in it. */
export function ankiText(html: string): AnkiText {
  const sounds: string[] = [];
  const take = (name: string): void => {
    const plain = name.trim().normalize('NFC');
    if (plain) sounds.push(plain);
  };
  const silent = html.replace(SOUND, (_, name: string) => {
    take(decodeHTML(name));
    return ' ';
  });
  const page = new PageText();
  const reader = new MarkupReader(page, take);
  reader.read(silent);
  return { text: page.text(), sounds, hasPicture: reader.hasPicture };
}

/** Gives the page what a browser would show of the markup, and the sounds that it would play. */
class MarkupReader implements TokenizerCallbacks {
  readonly #page: PageText;
  readonly #play: (name: string) => void;
  hasPicture = false;
  #html = '';
  /** All before it has been read. */
  #at = 0;
  #tag = '';
  #attribute = '';
  #source: string | undefined;
  /** The element that hides what stands here. */
  #hidden: string | undefined;

  constructor(page: PageText, play: (name: string) => void) {
    this.#page = page;
    this.#play = play;
  }

  read(html: string): void {
    this.#html = html;
    this.#at = 0;
    // Not the parser above it: that keeps a list of open elements and searches it at each closing tag.
    const tokenizer = new Tokenizer({ recognizeSelfClosing: true }, this);
    tokenizer.write(html);
    tokenizer.end();
  }

  ontext(_start: number, end: number): void {
    this.#show(this.#html.slice(this.#at, end));
    this.#at = end;
  }

  ontextentity(codePoint: number, end: number): void {
    this.#show(String.fromCodePoint(codePoint));
    this.#at = end;
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#source = undefined;
  }

  onattribname(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    const isSource = name === 'src' && PLAYED.has(this.#tag) && this.#source === undefined;
    this.#attribute = isSource ? name : '';
    if (isSource) this.#source = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute) this.#source += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    if (this.#attribute) this.#source += String.fromCodePoint(codePoint);
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
    if (close < 0) this.#show(decodeHTML(rest));
    else {
      // An attribute's quote has no end. From here on there is none of its kind, so this happens twice at most.
      this.onopentagend(this.#at + close);
      this.read(rest.slice(close + 1));
    }
  }

  #open(end: number): void {
    this.#at = end + 1;
    if (this.#hidden !== undefined) return;
    if (this.#source) this.#play(this.#source);
    if (this.#tag === 'img' || this.#tag === 'image') this.hasPicture = true;
    this.#page.open(this.#tag);
  }

  #show(text: string): void {
    if (this.#hidden === undefined) this.#page.add(text);
  }
}
