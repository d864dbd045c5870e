import { createHash } from 'node:crypto';
import { decodeHTML } from 'entities';
import { CARD_TEXT_NAMES, type CardSide, isCardSide } from '../contract/card-fields.ts';
import type { CardPicture } from '../contract/card-shape.schema.ts';
import type { DeckRow } from './deck-rows.ts';
import { FIELD_SEPARATOR, markedAsHtml, textAsHtml } from './marked-html.ts';

/** HTML of ours without its tags, as Anki makes it to sort notes and find equal ones. */
const withoutTags = (html: string): string => decodeHTML(html.replace(/<[^<>]*>/g, ''));

/** The columns of a note that come from its texts. */
export interface NoteTexts {
  /** All fields, in the order of `ANKI_FIELDS`. */
  flds: string;
  /** By which it is sorted. */
  sfld: string;
  /** By which equal notes are found: the first 32 bits of the SHA-1 of `sfld`. */
  csum: number;
}

/** What the file of an address is called in the package; undefined for one that is not there. */
type NameOf = (address: string) => string | undefined;

/** The note of a card. An audio elsewhere becomes a link. */
export function noteTexts(row: DeckRow, nameOf: NameOf): NoteTexts {
  const pictures: Record<CardSide, CardPicture | null> = { front: row.front_picture, back: row.back_picture };
  const fields = [
    ...CARD_TEXT_NAMES.map((name) => {
      const text = markedAsHtml(row[name] ?? '');
      return isCardSide(name) ? pictureHtml(pictures[name], nameOf) + text : text;
    }),
    audioField(row.audio_file, nameOf),
  ];
  const picture = row.front_picture && nameOf(row.front_picture.file);
  // Anki keeps the name of a picture where it takes the tags away.
  const sfld = (picture ? ` ${picture} ` : '') + withoutTags(markedAsHtml(row.front));
  const csum = createHash('sha1').update(sfld).digest().readUInt32BE();
  return { flds: fields.join(FIELD_SEPARATOR), sfld, csum };
}

/** A picture stands above the text of its side. */
function pictureHtml(picture: CardPicture | null, nameOf: NameOf): string {
  const name = picture && nameOf(picture.file);
  if (!name) return '';
  const alt = picture.alt && ` alt="${textAsHtml(picture.alt)}"`;
  return `<img src="${name}"${alt}><br>`;
}

function audioField(audioFile: string | null, nameOf: NameOf): string {
  const name = audioFile === null ? undefined : nameOf(audioFile);
  if (name !== undefined) return `[sound:${name}]`;
  if (!/^https?:\/\//.test(audioFile ?? '')) return '';
  const address = textAsHtml(audioFile!);
  return `<a href="${address}">${address}</a>`;
}
