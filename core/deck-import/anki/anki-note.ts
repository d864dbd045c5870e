import {
  CARD_FIELDS,
  CARD_SIDES,
  type CardSide,
  cardTextMax,
  isCardText,
} from '../../contract/card-fields.ts';
import { idOfAnkiGuid } from '../../text/anki-guid.ts';
import { fittingText, plainText } from '../../text/marked-text.ts';
import { LISTENING_FRONT, type SourceRow } from '../cards/card-source.ts';
import { oneOrAll } from '../cards/named-files.ts';
import type { AnkiText } from '../formats/page-marks.ts';
import type { AnkiPicture } from '../formats/page-text.ts';
import { gapNumbers, joinTexts, readCloze } from './anki-cloze.ts';
import {
  hasLabel,
  isLabelOf,
  optionFields,
  type PlacedFields,
  rightField,
  rightOptions,
} from './anki-fields.ts';
import type { AnkiNoteType } from './anki-note-type.ts';
import {
  FIELD_MARK,
  fieldMark,
  placeOfMark,
  type ShownField,
  type ShownPlaces,
  type ShownSide,
  shownPlaces,
} from './anki-template.ts';
import { ankiText } from './anki-text.ts';

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
export interface PlacedNoteType extends AnkiNoteType, PlacedFields {}

/** A card of a note, still without the number of its row. */
export type AnkiCard = Omit<SourceRow, 'row' | 'values'> & { values: Record<string, unknown>; ord: number };

/** Endings of films; cards have no place for them. WebM is sound as well, also in our own exports. */
const VIDEO_NAME = /\.(mp4|m4v|mov|avi|mkv|mpe?g|ogv|flv|wmv|3gp|swf)$/i;

export const isVideoName = (name: string): boolean => VIDEO_NAME.test(name);

/**
 * Returns the cards of a note: one for each template or gap that it has in Anki, without those that say the same twice.
 * The first has the note's guid as its id. The first sound is the audio, the others that stand on the card follow it.
 * Adds the names of fields whose text is on no card to `unread`.
 */
export function noteCards(note: AnkiNote, type: PlacedNoteType, unread: Set<string>): AnkiCard[] {
  const reader = new NoteReader(note, type);
  const ords = note.ords.length > 0 ? note.ords : reader.ordsByContent();
  const seen = new Set<string>();
  const cards = ords.flatMap((ord) => {
    const card = reader.card(ord);
    const { front, back, front_picture, back_picture, audio } = card.values;
    const asked = front === LISTENING_FRONT ? [audio].flat()[0] : undefined;
    const key = JSON.stringify([front, back, front_picture, back_picture, asked]);
    if (seen.has(key)) return [];
    seen.add(key);
    return [card];
  });
  reader.addUnread(unread);
  return cards;
}

interface Side {
  text: string;
  /** The text with the words of its template. */
  words?: string | undefined;
  /** The first is the side's own. */
  pictures?: readonly AnkiPicture[];
  instead?: 'picture' | 'sound' | 'video';
}

class NoteReader {
  readonly #note: AnkiNote;
  readonly #type: PlacedNoteType;
  readonly #texts = new Map<number, AnkiText>();
  /** Whose text is on a card. */
  readonly #used = new Set<number>();
  /** How the question of the card that is read shows its fields. */
  #views: ReadonlyMap<number, ShownField['view']> = new Map();

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
      front: front.instead === 'sound' ? LISTENING_FRONT : (front.words ?? front.text),
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

  /** Adds the names of the fields that have a text which is on none of the note's cards. */
  addUnread(names: Set<string>): void {
    const { fields, places } = this.#type;
    for (const [place, html] of this.#note.fields.entries()) {
      const name = fields[place];
      if (html === '' || !name || names.has(name) || this.#used.has(place)) continue;
      if (Object.values(places).includes(place) || this.#isSwitch(name, place)) continue;
      if (this.#read(place).text !== '') names.add(name);
    }
  }

  /** True for a field that only says which sections of a template are shown. */
  #isSwitch(name: string, place: number): boolean {
    const sides = this.#type.templates.flatMap(({ question, answer }) => [question, answer]);
    const isShown = sides.some(({ whole }) => whole.fields.some((field) => field.place === place));
    return !isShown && sides.some(({ keys }) => keys.has(name));
  }

  /** The card of a gap: asked with it alone, answered with all. */
  #gap(number: number): { front: Side; back: Side } {
    const { places, chosen } = this.#type;
    const { question, asked, answered } = this.#shown(0, number);
    const shown = [places.front, ...this.#note.fields.keys()];
    const withGap = this.#placesWithGap(question.fields, number);
    const [place = places.front] = withGap.length > 0 ? withGap : this.#placesWithGap(shown, number);
    const gaps = withGap.length > 0 ? withGap : [place];
    const isElsewhere = (one: number): boolean => !gaps.includes(one);
    const isChosen = !this.#isDescribed() || chosen.includes('back');
    const extra = isChosen ? [places.back] : this.#preferred(answered, ['back']);
    const rest = this.#side(extra.filter((one) => isElsewhere(one) && !this.#isOfOther(one)));
    const cloze = readCloze(this.#html(place), number);
    // What hides parts of a picture asks nothing without them.
    if (cloze && this.#html(place).includes('image-occlusion:'))
      return { front: { text: '', instead: 'picture' }, back: rest };
    if (!cloze)
      return {
        front: { ...this.#side([place]), pictures: this.#pictures('front', [place, ...asked]) },
        back: { ...rest, pictures: this.#pictures('back', [places.back, ...answered]) },
      };
    const isOnly = withGap.length > 0 && question.fields.every((one) => one.cloze !== 'all');
    const read = gaps.map((one) => {
      this.#used.add(one);
      const { question: text, answer, gaps: alone } = readCloze(this.#html(one), number)!;
      return { question: this.#ankiText(isOnly ? alone : text, one), answer: this.#ankiText(answer, one) };
    });
    // Gaps that are shown alone stand behind what they belong to.
    const context = isOnly ? this.#side(asked.filter(isElsewhere)).text : '';
    const pictures = read.flatMap((one) => one.question.pictures);
    const revealed = read
      .flatMap((one) => one.answer.pictures)
      .filter(({ name }) => !pictures.some((one) => one.name === name));
    return {
      front: {
        text: joinTexts(context, ...read.map((one) => one.question.text)),
        pictures: byName([...pictures, ...this.#pictures('front', asked.filter(isElsewhere))]),
      },
      back: {
        text: joinTexts(...read.map((one) => one.answer.text), rest.text),
        pictures: byName([
          ...revealed,
          ...this.#pictures('back', [places.back, ...answered].filter(isElsewhere)),
        ]),
      },
    };
  }

  /** Of fields that are shown with one gap those that have it. */
  #placesWithGap(shown: readonly (ShownField | number)[], number: number): number[] {
    const places = shown.flatMap((one) => {
      if (typeof one === 'number') return one;
      return one.cloze && !one.isHint ? one.place : [];
    });
    return [...new Set(places)].filter((place) => readCloze(this.#html(place), number));
  }

  /** True where the package says what stands on the sides of this note's cards. */
  #isDescribed(): boolean {
    return this.#type.templates.length > 0;
  }

  /** What stands on a card of this note: sections are open or not by what is filled in it. */
  #shown(ord: number, gap?: number): ShownPlaces & { question: ShownSide; answer: ShownSide } {
    const template = this.#type.templates[ord];
    const isFilled = (key: string): boolean => {
      const place = this.#type.fields.indexOf(key);
      if (place >= 0) return !EMPTY.test(this.#html(place));
      if (/^c\d+$/.test(key)) return gap === Number(key.slice(1));
      return key === 'Tags' ? this.#note.tags.length > 0 : OWN_NAMES.has(key);
    };
    const question = template?.question.of(isFilled) ?? NOTHING;
    const answer = template?.answer.of(isFilled) ?? NOTHING;
    if (this.#isDescribed()) {
      const { asked, answered } = shownPlaces(question, answer);
      return { question, answer, asked, answered };
    }
    // Of a note type that is not described, all that is not asked is its answer.
    const answered = [...this.#note.fields.keys()].filter((place) => place !== this.#type.places.front);
    return { question, answer, asked: [], answered };
  }

  /** The pictures in these fields, or in the one that was chosen. */
  #pictures(side: CardSide, places: readonly number[]): AnkiPicture[] {
    const chosen = this.#type.places[`${side}_picture`];
    const shown = (chosen === undefined ? places : [chosen]).filter((place) => mayShow(this.#html(place)));
    return byName(shown.flatMap((place) => this.#read(place).pictures));
  }

  /** True for a field that is something else on our cards, such as the example. */
  #isOfOther(place: number): boolean {
    const { places } = this.#type;
    return place !== places.front && place !== places.back && Object.values(places).includes(place);
  }

  /** These fields, first those of our sides in this order, and last those that are something else. */
  #preferred(shown: readonly number[], sides: readonly CardSide[]): number[] {
    const first = sides.map((side) => this.#type.places[side]).filter((place) => shown.includes(place));
    const rest = shown.filter((place) => !first.includes(place));
    const isOther = (place: number): boolean => this.#isOfOther(place);
    return [...first, ...rest.filter((place) => !isOther(place)), ...rest.filter(isOther)];
  }

  #sides(ord: number): { front: Side; back: Side } {
    const { places, chosen, templates } = this.#type;
    const shown = this.#shown(ord);
    const { answered } = shown;
    const choices = this.#choices(shown);
    const asked = shown.asked.filter((place) => !choices?.places.has(place));
    const template = templates[ord];
    const side = (name: CardSide, texts: readonly number[], pictures = texts): Side => ({
      ...this.#side(texts),
      pictures: this.#pictures(name, pictures),
    });
    this.#views = viewsOf(shown.question);
    // Nothing is known of the card but what its note's fields are called; or somebody has chosen.
    if (!template || template.asked.length === 0 || (ord === 0 && chosen.length > 0))
      return {
        front: side('front', [places.front, ...asked]),
        back: side('back', [places.back, ...(template ? answered : [])], [places.back, ...answered]),
      };
    const isAsked = (one: CardSide): boolean => asked.includes(places[one]);
    const front = side('front', this.#preferred(asked, ['front', 'back']));
    front.words = this.#questionText(ord, shown, front.text);
    // The words of the template may have the options in them.
    if (choices && !choices.texts.every((one) => front.words?.includes(one))) {
      front.words &&= joinTexts(front.words, ...choices.lines);
      front.text = joinTexts(front.text, ...choices.lines);
    }
    const askedViews = this.#views;
    this.#views = viewsOf(shown.answer);
    const both = [places.front, places.back].filter((place) => front.text === '' || answered.includes(place));
    // It asks something else, such as how the word sounds: the answer is the word and what it means.
    if (!isAsked('front') && !isAsked('back') && both.length > 0) {
      const texts = both.map((place) => this.#side([place]).text).filter((text) => text !== front.text);
      const pictures = this.#pictures('back', [...both, ...answered]);
      return { front, back: { text: joinTexts(...texts), pictures } };
    }
    const back = side(
      'back',
      this.#preferred(answered, isAsked('front') ? ['back', 'front'] : ['front', 'back']),
    );
    if (choices && choices.right.length > 0) {
      const more = answered.includes(choices.rightPlace!) ? '' : back.text;
      return { front, back: { ...back, text: joinTexts(...choices.right, more) } };
    }
    const readings = shown.answer.fields.map((field) => this.#otherReading(field, askedViews));
    const text = joinTexts(...new Set(readings), back.text);
    if (text !== '' || back.instead || answered.length > 0 || template.answered.length > 0)
      return { front, back: { ...back, text } };
    // The answer names no field: its own words are the answer. Without them names and the order say what is.
    const words = literalLines(shown.answer).filter((line) => !HAS_MARK.test(line) && hasLetters(line));
    if (words.length > 0) return { front, back: { text: words.join('\n') } };
    return { front, back: side('back', [isAsked('front') ? places.back : places.front]) };
  }

  /** The options that stand in the question, each with its letter, and those that are right. */
  #choices({ question, asked }: ShownPlaces & { question: ShownSide }) {
    const { fields } = this.#type;
    const places = optionFields(fields, asked);
    const options = [...places].flatMap(([place, letter]) => {
      const { text } = this.#read(place);
      return text === '' ? [] : [{ place, letter, text, line: text }];
    });
    if (options.length < 2) return undefined;
    const before = literalLines(question).join('\n').split(FIELD_MARK);
    for (const option of options) {
      this.#used.add(option.place);
      // What stands before its mark, where the template shows a letter there.
      const shown = before[before.indexOf(fieldMark(option.place)[1]!) - 1]?.split('\n').at(-1)?.trim() ?? '';
      const label = isLabelOf(option.letter, shown) ? shown : `${option.letter}.`;
      if (!hasLabel(option)) option.line = `${label} ${option.text}`;
    }
    const rightPlace = rightField(fields, places);
    const right = rightPlace === undefined ? [] : rightOptions(this.#read(rightPlace).text, options);
    if (right.length > 0) this.#used.add(rightPlace!);
    const lines = options.map(({ line }) => line);
    const texts = options.map(({ text }) => text);
    // What says which is right asks nothing, though it may be hidden in the question.
    const hidden = rightPlace === undefined ? [] : [rightPlace];
    return {
      places: new Set([...places.keys(), ...hidden]),
      lines,
      texts,
      right: right.map(({ line }) => line),
      rightPlace,
    };
  }

  /**
   * The question with the words of its template, where these ask something: where they are a question themselves, or
   * another kind of card asks the same field by other words.
   */
  #questionText(
    ord: number,
    { question, asked }: { question: ShownSide; asked: readonly number[] },
    front: string,
  ): string | undefined {
    const { templates } = this.#type;
    const lines = literalLines(question);
    if (!lines.some(hasLetters)) return undefined;
    const own = templates[ord]!;
    const isAlsoAsked = templates.some(
      (other) =>
        other !== own &&
        other.asked[0] === own.asked[0] &&
        wordsOf(other.question.whole) !== wordsOf(own.question.whole),
    );
    const isQuestion = (line: string): boolean =>
      /(\?|_{3})\s*$|_{3}/.test(line) && HAS_MARK.test(line) && hasLetters(line);
    const wanted = isAlsoAsked ? lines : lines.filter(isQuestion);
    if (wanted.length === 0) return undefined;
    const isNamed = wanted.some((line) => asked.some((place) => line.includes(fieldMark(place))));
    return joinTexts(...wanted.map((line) => this.#filledIn(line)), ...(isNamed ? [] : [front]));
  }

  /** What the answer shows of a field that the question shows without its readings, or as nothing else. */
  #otherReading({ place, view, isHint }: ShownField, asked: ReadonlyMap<number, ShownField['view']>): string {
    const before = asked.get(place) ?? 'written';
    if (isHint || before === 'written' || before === view) return '';
    const { text } = this.#read(place);
    return viewOf(text, view) === viewOf(text, before) ? '' : viewOf(text, view);
  }

  #filledIn(line: string): string {
    return line
      .replace(FIELD_MARK, (_, letter: string) => this.#side([placeOfMark(letter)]).text)
      .replace(/ {2,}/g, ' ')
      .trim();
  }

  /** The text of the first of these fields that has one; else what the first has instead. */
  #side(places: readonly number[]): Side {
    let instead: Side['instead'];
    for (const place of places) {
      const { text, sounds, pictures } = this.#read(place);
      if (text !== '' && place !== this.#type.places.audio) {
        this.#used.add(place);
        return { text: viewOf(text, this.#views.get(place) ?? 'written') };
      }
      if (sounds.some((name) => !isVideoName(name))) instead ??= 'sound';
      else if (sounds.length > 0) instead ??= 'video';
      else if (pictures.length > 0) instead ??= 'picture';
    }
    return instead ? { text: '', instead } : { text: '' };
  }

  /**
   * The sounds of a card in the order in which its template shows them, the question's first. Where the question has
   * none, the first one of the note is the card's own. It may stand on another card.
   */
  #audio(ord: number): string[] {
    const { places, isCloze, isAudioChosen } = this.#type;
    if (places.audio === undefined && !this.#note.fields.some(mayPlay)) return [];
    const { asked, answered } = isCloze ? this.#shown(0, ord + 1) : this.#shown(ord);
    const soundsOf = (shown: readonly (number | undefined)[]) =>
      shown.flatMap((place) => this.#sounds(place));
    const question = this.#isDescribed() ? asked : [places.audio, places.front];
    const ofNote = [places.audio, places.front, places.back, ...this.#note.fields.keys()];
    const own = [...(isAudioChosen ? [places.audio] : []), ...question, ...ofNote];
    return [...new Set([...soundsOf(own).slice(0, 1), ...soundsOf([...question, ...answered])])];
  }

  /** What can be heard of a field. */
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

const NOTHING: ShownSide = { fields: [], html: '' };

/** What counts as an empty field, of which sections are open or not. */
const EMPTY = /^(\s|<\/?(br|div) ?\/?>)*$/i;

/** Fields that Anki has of its own, and that are never empty. */
const OWN_NAMES = new Set(['Deck', 'Subdeck', 'Card', 'CardFlag', 'CardID', 'Type', 'FrontSide']);

const HAS_MARK = new RegExp(FIELD_MARK.source);

const hasLetters = (line: string): boolean => /[\p{L}\p{N}]/u.test(line.replace(FIELD_MARK, ''));

const LINES = new WeakMap<ShownSide, string[]>();

/** The lines of a side, with a mark for each field. */
function literalLines(side: ShownSide): string[] {
  let lines = LINES.get(side);
  if (!lines) {
    lines = plainText(ankiText(side.html).text).split('\n');
    LINES.set(side, lines);
  }
  return lines;
}

/** What a side says beside its fields. */
const wordsOf = (side: ShownSide): string => literalLines(side).join(' ').replace(FIELD_MARK, ' ');

/** How a side shows its fields. One that is shown as it is written as well is shown so. */
function viewsOf({ fields }: ShownSide): Map<number, ShownField['view']> {
  const views = new Map<number, ShownField['view']>();
  for (const { place, view, isHint, isSpoken } of fields)
    if (!isHint && !isSpoken) views.set(place, views.get(place) === 'written' ? 'written' : view);
  return views;
}

/** A text whose readings stand above its letters, or the letters or the readings alone. */
const viewOf = (text: string, view: ShownField['view']): string =>
  view === 'written' ? text : text.replace(/\{([^{}|\n]+)\|([^{}|\n]+)\}/g, view === 'kanji' ? '$1' : '$2');

/** Each picture once. */
const byName = (pictures: readonly AnkiPicture[]): AnkiPicture[] =>
  [...new Map([...pictures].reverse().map((picture) => [picture.name, picture])).values()].reverse();

const mayShow = (html: string): boolean => /<img/i.test(html);

const mayPlay = (html: string): boolean => /\[sound:|<audio|<source|<video/i.test(html);
