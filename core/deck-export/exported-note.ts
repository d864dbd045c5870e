import { createHash } from 'node:crypto';
import { CARD_TEXT_NAMES } from '../card/card-fields.ts';
import type { DeckRow } from './deck-rows.ts';

/** Parts the fields of a note. */
const FIELD_SEPARATOR = '\x1f';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What Anki would read as an order: to play a file, to run LaTeX, to leave a gap. */
const ORDERS = /\[(?=sound:|anki:|latex\]|\$)|\{(?=\{c\d)/gi;

/** A text as HTML that shows it as it stands. */
export const textAsHtml = (text: string): string =>
  text
    .replaceAll(FIELD_SEPARATOR, ' ')
    .replace(/[&<>"]/g, (letter) => ENTITIES[letter]!)
    .replace(ORDERS, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/\r\n|\r|\n/g, '<br>');

/** The same text without its marks, as Anki makes it of the HTML to sort notes and find equal ones. */
const withoutMarks = (text: string): string => text.replaceAll(FIELD_SEPARATOR, ' ').replace(/[\r\n]/g, '');

/** The columns of a note that come from its texts. */
export interface NoteTexts {
  /** All fields, in the order of `ANKI_FIELDS`. */
  flds: string;
  /** By which it is sorted. */
  sfld: string;
  /** By which equal notes are found: the first 32 bits of the SHA-1 of `sfld`. */
  csum: number;
}

/** `audio` is the name of a file in the package; an address elsewhere becomes a link. */
export function noteTexts(row: DeckRow, audio: string | undefined): NoteTexts {
  const fields = [
    ...CARD_TEXT_NAMES.map((name) => textAsHtml(row[name] ?? '')),
    audioField(row.audio_file, audio),
  ];
  const sfld = withoutMarks(row.front);
  const csum = createHash('sha1').update(sfld).digest().readUInt32BE();
  return { flds: fields.join(FIELD_SEPARATOR), sfld, csum };
}

function audioField(audioFile: string | null, name: string | undefined): string {
  if (name !== undefined) return `[sound:${name}]`;
  if (!/^https?:\/\//.test(audioFile ?? '')) return '';
  const address = textAsHtml(audioFile!);
  return `<a href="${address}">${address}</a>`;
}
