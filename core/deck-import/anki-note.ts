import { idOfAnkiGuid } from '../anki-guid.ts';
import { CARD_FIELDS, type CardSide } from '../card/card-fields.ts';
import { gapNumbers, readCloze } from './anki-cloze.ts';
import type { FieldPlaces } from './anki-fields.ts';
import type { AnkiNoteType, AnkiTemplate } from './anki-note-type.ts';
import { type AnkiText, ankiText } from './anki-text.ts';
import { LISTENING_FRONT, type SourceRow } from './card-source.ts';

/** A note of Anki's, its fields in HTML. */
export interface AnkiNote {
  guid: string;
  fields: string[];
  /** Which cards it has, from 0: by its type's templates, or by the numbers of its gaps less one. */
  ords: number[];
}

/** A note type, and what its fields are to become. */
export interface PlacedNoteType extends AnkiNoteType {
  places: FieldPlaces;
}

/** A card of a note, still without the number of its row. */
export type AnkiCard = Omit<SourceRow, 'row' | 'values'> & { values: Record<string, unknown> };

/** Endings of films; cards have no place for them. WebM is sound as well, also in our own exports. */
const VIDEO_NAME = /\.(mp4|m4v|mov|avi|mkv|mpe?g|ogv|flv|wmv|3gp|swf)$/i;

export const isVideoName = (name: string): boolean => VIDEO_NAME.test(name);

/**
 * Returns the cards of a note: one for each template or gap that it has in Anki, without those that say the same twice.
 * The first has the note's guid as its id. The first sound is the audio.
 */
export function noteCards(note: AnkiNote, type: PlacedNoteType): AnkiCard[] {
  const reader = new NoteReader(note, type);
  const ords = note.ords.length > 0 ? note.ords : reader.ordsByContent();
  const seen = new Set<string>();
  return ords.flatMap((ord) => {
    const card = reader.card(ord);
    const key = JSON.stringify([card.values.front, card.values.back]);
    if (seen.has(key)) return [];
    seen.add(key);
    return [card];
  });
}

/** Adds the names of the note's fields that have a text and no place on its cards. */
export function addUnread(note: AnkiNote, { fields, places }: PlacedNoteType, names: Set<string>): void {
  for (const [place, html] of note.fields.entries()) {
    const name = fields[place];
    if (html === '' || !name || names.has(name) || Object.values(places).includes(place)) continue;
    if (ankiText(html).text !== '') names.add(name);
  }
}

interface Side {
  text: string;
  instead?: 'picture' | 'sound' | 'video';
}

class NoteReader {
  readonly #note: AnkiNote;
  readonly #type: PlacedNoteType;
  readonly #texts = new Map<number, AnkiText>();

  constructor(note: AnkiNote, type: PlacedNoteType) {
    this.#note = note;
    this.#type = type;
  }

  /** The cards of a note of which the collection says nothing. */
  ordsByContent(): number[] {
    if (!this.#type.isCloze) return [0];
    const html = this.#html(this.#type.places.front);
    const numbers = gapNumbers(html).filter((number) => readCloze(html, number));
    return numbers.length > 0 ? numbers.map((number) => number - 1) : [0];
  }

  card(ord: number): AnkiCard {
    const { places } = this.#type;
    const id = idOfAnkiGuid(this.#note.guid);
    const { front, back } = this.#type.isCloze ? this.#gap(ord + 1) : this.#sides(ord);
    const values: Record<string, unknown> = {
      id: ord === 0 ? id : `${id}#${ord + 1}`,
      front: front.instead === 'sound' ? LISTENING_FRONT : front.text,
      back: back.text,
    };
    for (const field of CARD_FIELDS) {
      const place = places[field];
      if (values[field] !== undefined || field === 'audio' || place === undefined) continue;
      const html = this.#html(place);
      const cloze = readCloze(html);
      values[field] = cloze ? ankiText(cloze.answer).text : this.#read(place).text;
    }
    const audio = this.#audio();
    if (audio !== undefined) values.audio = audio;
    const instead: Partial<Record<CardSide, Side['instead']>> = {};
    if (front.instead && front.instead !== 'sound') instead.front = front.instead;
    if (back.instead) instead.back = back.instead;
    return Object.keys(instead).length > 0 ? { values, instead } : { values };
  }

  /** The card of a gap: asked with it alone, answered with all. */
  #gap(number: number): { front: Side; back: Side } {
    const { places } = this.#type;
    const shown = [places.front, ...this.#note.fields.keys()];
    const place = shown.find((one) => readCloze(this.#html(one), number)) ?? places.front;
    const cloze = readCloze(this.#html(place), number);
    const rest = place === places.back ? { text: '' } : this.#side([places.back]);
    if (!cloze) return { front: this.#side([place]), back: rest };
    const answer = ankiText(cloze.answer).text;
    return { front: { text: ankiText(cloze.question).text }, back: { text: joinTexts(answer, rest.text) } };
  }

  #sides(ord: number): { front: Side; back: Side } {
    const { places, templates } = this.#type;
    const template: AnkiTemplate = templates[ord] ?? { asked: [], answered: [] };
    const { asked, answered } = template;
    if (asked.includes(places.back) && !asked.includes(places.front))
      return { front: this.#side([places.back]), back: this.#side([places.front, ...answered]) };
    if (ord === 0 || asked.length === 0 || asked.includes(places.front))
      return {
        front: this.#side([places.front, ...asked]),
        back: this.#side([places.back, ...answered]),
      };
    // It asks something else, such as how the word sounds: the answer is the word and what it means.
    const front = this.#side(asked);
    const both = [places.front, places.back].map((place) => this.#side([place]).text);
    return { front, back: { text: joinTexts(...both.filter((text) => text !== front.text)) } };
  }

  /** The text of the first of these fields that has one; else what the first has instead. */
  #side(places: readonly number[]): Side {
    let instead: Side['instead'];
    for (const place of places) {
      const { text, sounds, hasPicture } = this.#read(place);
      if (text !== '' && place !== this.#type.places.audio) return { text };
      if (sounds.some((name) => !isVideoName(name))) instead ??= 'sound';
      else if (sounds.length > 0) instead ??= 'video';
      else if (hasPicture) instead ??= 'picture';
    }
    return instead ? { text: '', instead } : { text: '' };
  }

  #audio(): string | undefined {
    const { places } = this.#type;
    const listed = [places.audio, places.front, places.back, ...this.#note.fields.keys()];
    for (const place of listed) {
      if (place === undefined || (place !== places.audio && !mayPlay(this.#html(place)))) continue;
      const { text, sounds } = this.#read(place);
      const sound = sounds.find((name) => !isVideoName(name));
      if (sound !== undefined) return sound;
      if (place === places.audio && /^[^\n]{1,200}\.\w{2,4}$/.test(text) && !isVideoName(text))
        return text.normalize('NFC');
    }
    return undefined;
  }

  #html(place: number): string {
    return this.#note.fields[place] ?? '';
  }

  /** A field as it is shown, its gaps filled in; each is read once for all cards of the note. */
  #read(place: number): AnkiText {
    const known = this.#texts.get(place);
    if (known) return known;
    const html = this.#html(place);
    const read = ankiText(html);
    this.#texts.set(place, read);
    return read;
  }
}

const mayPlay = (html: string): boolean => /\[sound:|<audio|<source|<video/i.test(html);

const joinTexts = (...texts: string[]): string => texts.filter((text) => text !== '').join('\n');
