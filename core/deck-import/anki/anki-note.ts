import {
  CARD_FIELDS,
  CARD_SIDES,
  type CardSide,
  cardTextMax,
  isCardText,
} from '../../contract/card-fields.ts';
import { idOfAnkiGuid } from '../../text/anki-guid.ts';
import { fittingText } from '../../text/marked-text.ts';
import { LISTENING_FRONT, type SourceRow } from '../cards/card-source.ts';
import { oneOrAll } from '../cards/named-files.ts';
import type { FieldPlaces } from './anki-fields.ts';
import type { AnkiNoteType, AnkiTemplate } from './anki-note-type.ts';
import { type AnkiPicture, type AnkiText, ankiText } from './anki-text.ts';

/** How deeply Anki reads gaps within gaps. */
const DEPTH_MAX = 10;

/** A text with gaps (`{{c1::answer::hint}}`), as it is asked and as it is answered. */
interface Cloze {
  question: string;
  answer: string;
}

interface Gap {
  opening: string;
  isAsked: boolean;
  question: string;
  answer: string;
  hint: string | undefined;
}

/**
 * Reads the gaps of a field. The question has `[…]` or `[hint]` for the gaps of one number, or for all when none is
 * given; all others, and the answer, are filled in. Returns undefined without such a gap. What hides a part of a
 * picture is left out.
 */
export function readCloze(html: string, asked?: number): Cloze | undefined {
  const marks = /\{\{c[\d,]{1,20}::|\}\}/g;
  const gaps: Gap[] = [];
  let question = '';
  let answer = '';
  let found = false;
  let at = 0;
  const add = (text: string): void => {
    const gap = gaps.at(-1);
    if (!gap) {
      question += text;
      answer += text;
      return;
    }
    const hint = text.startsWith('image-occlusion:') ? -1 : text.indexOf('::');
    const shown = hint < 0 ? text : text.slice(0, hint);
    gap.question += shown;
    gap.answer += shown;
    if (hint >= 0) gap.hint = text.slice(hint + 2);
  };
  for (let mark = marks.exec(html); mark; mark = marks.exec(html)) {
    add(html.slice(at, mark.index));
    at = marks.lastIndex;
    if (mark[0] !== '}}') {
      const [opening] = mark;
      const isAsked = asked === undefined || numbersOf(opening).includes(asked);
      if (gaps.length < DEPTH_MAX) gaps.push({ opening, isAsked, question: '', answer: '', hint: undefined });
      continue;
    }
    const gap = gaps.pop();
    if (!gap) {
      add('}}');
      continue;
    }
    found ||= gap.isAsked;
    const outer = gaps.at(-1);
    const isPicture = gap.answer.startsWith('image-occlusion:');
    if (isPicture) continue;
    const shown = gap.isAsked ? `[${gap.hint?.trim() || '…'}]` : gap.question;
    if (outer) {
      outer.question += shown;
      outer.answer += gap.answer;
    } else {
      question += shown;
      answer += gap.answer;
    }
  }
  add(html.slice(at));
  if (!found) return undefined;
  // What was opened and never closed is text.
  const rest = gaps
    .map(({ opening, answer: text, hint }) => opening + text + (hint === undefined ? '' : `::${hint}`))
    .join('');
  return { question: question + rest, answer: answer + rest };
}

const numbersOf = (opening: string): number[] => opening.slice(3, -2).split(',').map(Number);

/** The numbers of the gaps in a field, in order. */
function gapNumbers(html: string): number[] {
  const numbers = [...html.matchAll(/\{\{c[\d,]{1,20}::/g)].flatMap(([opening]) => numbersOf(opening));
  return [...new Set(numbers)].filter((number) => number > 0).sort((one, other) => one - other);
}

/** A note of Anki's, its fields in HTML. */
export interface AnkiNote {
  guid: string;
  fields: string[];
  /** Which cards it has, from 0: by its type's templates, or by the numbers of its gaps less one. */
  ords: number[];
  tags: string[];
  /** What the deck of each of these cards adds to them. */
  deckTags: readonly (readonly string[])[];
}

/** A note type, and what its fields are to become. */
export interface PlacedNoteType extends AnkiNoteType {
  places: FieldPlaces;
}

/** A card of a note, still without the number of its row. */
export type AnkiCard = Omit<SourceRow, 'row' | 'values'> & { values: Record<string, unknown>; ord: number };

/** Endings of films; cards have no place for them. WebM is sound as well, also in our own exports. */
const VIDEO_NAME = /\.(mp4|m4v|mov|avi|mkv|mpe?g|ogv|flv|wmv|3gp|swf)$/i;

export const isVideoName = (name: string): boolean => VIDEO_NAME.test(name);

/**
 * Returns the cards of a note: one for each template or gap that it has in Anki, without those that say the same twice.
 * The first has the note's guid as its id. The first sound is the audio; the others that stand on the card follow it.
 */
export function noteCards(note: AnkiNote, type: PlacedNoteType): AnkiCard[] {
  const reader = new NoteReader(note, type);
  const ords = note.ords.length > 0 ? note.ords : reader.ordsByContent();
  const seen = new Set<string>();
  return ords.flatMap((ord) => {
    const card = reader.card(ord);
    const { front, back, front_picture, back_picture } = card.values;
    const key = JSON.stringify([front, back, front_picture, back_picture]);
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
  /** The first is the side's own. */
  pictures?: readonly AnkiPicture[];
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
      if (values[field] !== undefined || !isCardText(field) || place === undefined) continue;
      const html = this.#html(place);
      const cloze = readCloze(html);
      values[field] = cloze ? this.#ankiText(cloze.answer, place).text : this.#read(place).text;
    }
    for (const [field, text] of Object.entries(values))
      if (isCardText(field)) values[field] = fittingText(String(text), cardTextMax(field));
    const audio = this.#audio(ord);
    if (audio.length > 0) values.audio = oneOrAll(audio);
    for (const side of CARD_SIDES) {
      const { pictures = [] } = side === 'front' ? front : back;
      if (pictures.length === 0) continue;
      values[`${side}_picture`] = oneOrAll(pictures.map(({ name }) => name));
      if (pictures.some(({ alt }) => alt))
        values[`${side}_picture_alt`] = oneOrAll(pictures.map(({ alt }) => alt));
    }
    const tags = [...this.#note.tags, ...(this.#note.deckTags[this.#note.ords.indexOf(ord)] ?? [])];
    if (tags.length > 0) values.tags = tags;
    const instead: Partial<Record<CardSide, Side['instead']>> = {};
    if (front.instead && front.instead !== 'sound') instead.front = front.instead;
    if (back.instead) instead.back = back.instead;
    return { ord, values, ...(Object.keys(instead).length > 0 && { instead }) };
  }

  /** The card of a gap: asked with it alone, answered with all. */
  #gap(number: number): { front: Side; back: Side } {
    const { places } = this.#type;
    const shown = [places.front, ...this.#note.fields.keys()];
    const place = shown.find((one) => readCloze(this.#html(one), number)) ?? places.front;
    const cloze = readCloze(this.#html(place), number);
    const rest = place === places.back ? { text: '' } : this.#side([places.back]);
    // What hides parts of a picture asks nothing without them.
    if (cloze && this.#html(place).includes('image-occlusion:'))
      return { front: { text: '', instead: 'picture' }, back: rest };
    const { asked, answered } = this.#template(0);
    if (!cloze)
      return {
        front: { ...this.#side([place]), pictures: this.#pictures('front', [place, ...asked]) },
        back: { ...rest, pictures: this.#pictures('back', [places.back, ...answered]) },
      };
    const question = this.#ankiText(cloze.question, place);
    const answer = this.#ankiText(cloze.answer, place);
    const isElsewhere = (one: number): boolean => one !== place;
    const revealed = answer.pictures.filter(
      ({ name }) => !question.pictures.some((one) => one.name === name),
    );
    return {
      front: {
        text: question.text,
        pictures: byName([...question.pictures, ...this.#pictures('front', asked.filter(isElsewhere))]),
      },
      back: {
        text: joinTexts(answer.text, rest.text),
        pictures: byName([
          ...revealed,
          ...this.#pictures('back', [places.back, ...answered].filter(isElsewhere)),
        ]),
      },
    };
  }

  /** What stands on a card; of a note type that is not described, all that is not asked is its answer. */
  #template(ord: number): AnkiTemplate {
    const { templates, places } = this.#type;
    if (templates.length > 0) return templates[ord] ?? NOTHING;
    const answered = [...this.#note.fields.keys()].filter((place) => place !== places.front);
    return { ...NOTHING, answered };
  }

  /** The pictures in these fields, or in the one that was chosen. */
  #pictures(side: CardSide, places: readonly number[]): AnkiPicture[] {
    const chosen = this.#type.places[`${side}_picture`];
    const shown = (chosen === undefined ? places : [chosen]).filter((place) => mayShow(this.#html(place)));
    return byName(shown.flatMap((place) => this.#read(place).pictures));
  }

  #sides(ord: number): { front: Side; back: Side } {
    const { places, templates } = this.#type;
    const { asked, answered } = templates[ord] ?? NOTHING;
    const side = (name: CardSide, texts: readonly number[], pictures = texts): Side => ({
      ...this.#side(texts),
      pictures: this.#pictures(name, pictures),
    });
    if (asked.includes(places.back) && !asked.includes(places.front))
      return {
        front: side('front', [places.back], [places.back, ...asked]),
        back: side('back', [places.front, ...answered]),
      };
    if (ord === 0 || asked.length === 0 || asked.includes(places.front))
      return {
        front: side('front', [places.front, ...asked]),
        back: side('back', [places.back, ...answered], [places.back, ...this.#template(ord).answered]),
      };
    // It asks something else, such as how the word sounds: the answer is the word and what it means.
    const front = side('front', asked);
    const both = [places.front, places.back].map((place) => this.#side([place]).text);
    return {
      front,
      back: {
        text: joinTexts(...both.filter((text) => text !== front.text)),
        pictures: this.#pictures('back', [places.front, places.back, ...answered]),
      },
    };
  }

  /** The text of the first of these fields that has one; else what the first has instead. */
  #side(places: readonly number[]): Side {
    let instead: Side['instead'];
    for (const place of places) {
      const { text, sounds, pictures } = this.#read(place);
      if (text !== '' && place !== this.#type.places.audio) return { text };
      if (sounds.some((name) => !isVideoName(name))) instead ??= 'sound';
      else if (sounds.length > 0) instead ??= 'video';
      else if (pictures.length > 0) instead ??= 'picture';
    }
    return instead ? { text: '', instead } : { text: '' };
  }

  /** The first sound of the note, then those of the fields that stand on the card, the question's first. */
  #audio(ord: number): string[] {
    const { places } = this.#type;
    const listed = [places.audio, places.front, places.back, ...this.#note.fields.keys()];
    const first = listed.map((place) => this.#sounds(place)).find((sounds) => sounds.length > 0);
    if (!first) return [];
    const { asked, answered } = this.#template(this.#type.isCloze ? 0 : ord);
    const onCard = [places.audio, ...(asked.length > 0 ? asked : [places.front]), ...answered];
    return [...new Set([first[0]!, ...onCard.flatMap((place) => this.#sounds(place))])];
  }

  #sounds(place: number | undefined): string[] {
    const { audio } = this.#type.places;
    if (place === undefined || (place !== audio && !mayPlay(this.#html(place)))) return [];
    const { text, sounds } = this.#read(place);
    const heard = sounds.filter((name) => !isVideoName(name));
    if (heard.length > 0 || place !== audio) return heard;
    return /^[^\n]{1,200}\.\w{2,4}$/.test(text) && !isVideoName(text) ? [text.normalize('NFC')] : [];
  }

  #html(place: number): string {
    return this.#note.fields[place] ?? '';
  }

  /** A field as it is shown, its gaps filled in; each is read once for all cards of the note. */
  #read(place: number): AnkiText {
    const known = this.#texts.get(place);
    if (known) return known;
    const read = this.#ankiText(this.#html(place), place);
    this.#texts.set(place, read);
    return read;
  }

  #ankiText(html: string, place: number): AnkiText {
    const hasReadings = this.#type.templates.some(({ withReadings }) => withReadings.includes(place));
    return ankiText(html, { hasReadings });
  }
}

/** Each picture once. */
const byName = (pictures: readonly AnkiPicture[]): AnkiPicture[] =>
  [...new Map([...pictures].reverse().map((picture) => [picture.name, picture])).values()].reverse();

const NOTHING: AnkiTemplate = { asked: [], answered: [], withReadings: [] };

const mayShow = (html: string): boolean => /<img/i.test(html);

const mayPlay = (html: string): boolean => /\[sound:|<audio|<source|<video/i.test(html);

const joinTexts = (...texts: string[]): string => texts.filter((text) => text !== '').join('\n');
