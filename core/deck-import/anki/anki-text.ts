import { decodeHTML } from 'entities';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { PICTURE_ALT_MAX } from '../../contract/card-limits.ts';
import { tidyText } from '../../text/tidy-text.ts';
import { pageAsMarked } from '../formats/page-marks.ts';
import { PageText } from '../formats/page-text.ts';

/** What a field of Anki's, which is HTML, says. */
export interface AnkiText {
  /** A card's text: bold, italics, readings and formulas as its marks, a line for each block. */
  text: string;
  /** Names of the media files that are played there, NFC, in order. */
  sounds: string[];
  pictures: AnkiPicture[];
}

/** A picture that stands in a field, by the name of its media file, NFC. */
export interface AnkiPicture {
  name: string;
  /** What it shows, if the author says so. */
  alt: string;
}

/** Elements whose content is no text of the page. */
const HIDDEN = new Set(['script', 'style', 'title', 'template', 'rp', 'noscript', 'iframe', 'object', 'svg']);

const SOUND = /\[sound:([^\]\n]{1,500})\]/g;
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

/**
 * Reads a field of a note. `hasReadings` is true where its card shows `漢字[かんじ]` as a reading above letters. Takes time by
 * its length alone, whatever stands in it.
 */
export function ankiText(html: string, { hasReadings = false } = {}): AnkiText {
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
  return { text: pageAsMarked(page.signedText(), hasReadings), sounds, pictures: reader.pictures };
}

/** Gives the page what a browser would show of the markup, and the sounds that it would play. */
class MarkupReader implements TokenizerCallbacks {
  readonly #page: PageText;
  readonly #play: (name: string) => void;
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
