import { idOfAnkiGuid } from '../anki-guid.ts';
import { CARD_FIELDS, type CardField } from '../card/card-fields.ts';
import { readCloze } from './anki-cloze.ts';
import { ankiText } from './anki-text.ts';
import type { ColumnMap } from './card-source.ts';
import { guessColumns } from './column-names.ts';

/** A note of Anki's, its fields in HTML. */
export interface AnkiNote {
  guid: string;
  fields: string[];
}

/** Which field of a note holds what, by its place. */
export type FieldPlaces = Partial<Record<CardField, number>>;

/**
 * Returns the places for the notes of one type. What was chosen counts where the type has a field of that name; else
 * what the fields' names suggest. Otherwise the first field is the front and the next one the back. The id is the
 * note's own.
 */
export function fieldPlaces(names: readonly string[], chosen: ColumnMap | undefined): FieldPlaces {
  const guessed = guessColumns(names);
  const places: FieldPlaces = {};
  const used = new Set<number>();
  const put = (field: CardField, place: number): void => {
    if (place < 0 || places[field] !== undefined) return;
    places[field] = place;
    used.add(place);
  };
  const placeOf = (name: string | undefined): number => (name === undefined ? -1 : names.indexOf(name));
  const fields = CARD_FIELDS.filter((field) => field !== 'id');
  for (const field of fields) put(field, placeOf(chosen?.[field]?.normalize('NFC')));
  for (const field of fields) {
    const isWanted = !chosen || chosen[field] !== undefined || field === 'front' || field === 'back';
    const place = placeOf(guessed[field]);
    if (isWanted && !used.has(place)) put(field, place);
  }
  for (const field of ['front', 'back'] as const) {
    // Of a type that is not described, the first two.
    const free = [...names.keys(), names.length, names.length + 1].find((place) => !used.has(place))!;
    put(field, free);
  }
  return places;
}

/** Returns the card of a note: texts for fields with a place, its guid as the id, the first sound as audio. */
export function noteCard({ guid, fields }: AnkiNote, places: FieldPlaces): Record<string, unknown> {
  const values: Record<string, unknown> = { id: idOfAnkiGuid(guid) };
  const sounds: string[] = [];
  const read = (html: string): string => {
    const { text, sounds: found } = ankiText(html);
    sounds.push(...found);
    return text;
  };
  const htmlAt = (place: number | undefined): string => (place === undefined ? '' : (fields[place] ?? ''));

  const audio = read(htmlAt(places.audio));
  if (sounds.length === 0 && /^[^\n]{1,200}\.\w{2,4}$/.test(audio)) sounds.push(audio.normalize('NFC'));
  const front = htmlAt(places.front);
  const cloze = readCloze(front);
  values.front = read(cloze?.question ?? front);
  const back = htmlAt(places.back);
  const backText = read(readCloze(back)?.answer ?? back);
  values.back = cloze ? joinTexts(ankiText(cloze.answer).text, backText) : backText;
  for (const field of CARD_FIELDS) {
    if (values[field] !== undefined || field === 'audio' || places[field] === undefined) continue;
    const html = htmlAt(places[field]);
    values[field] = read(readCloze(html)?.answer ?? html);
  }
  for (const html of fields) if (sounds.length === 0 && html.includes('[sound:')) read(html);
  if (sounds.length > 0) values.audio = sounds[0];
  return values;
}

const joinTexts = (...texts: string[]): string => texts.filter((text) => text !== '').join('\n');
