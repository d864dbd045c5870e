import {
  CARD_FIELDS,
  CARD_SIDES,
  type CardField,
  type CardSide,
  isCardText,
} from '../../contract/card-fields.ts';
import type { ColumnMap } from '../cards/card-source.ts';
import { guessColumns } from '../formats/column-names.ts';
import type { AnkiNoteType } from './anki-note-type.ts';

/** Which field of a note holds what, by its place. */
export type FieldPlaces = Partial<Record<CardField, number>> & { front: number; back: number };

/** What the fields of a note type are to become, and how it is known. */
export interface PlacedFields {
  places: FieldPlaces;
  /** Sides whose field somebody has chosen other than it would be. */
  chosen: CardSide[];
  /** Somebody has chosen the field of the audio. */
  isAudioChosen: boolean;
  /** Sides of whose field neither a template nor a name says anything: it is the first that is left. */
  guessed: CardSide[];
}

/**
 * Returns the places for the notes of one type. What was chosen counts where the type has a field of that name. Else
 * the front is what the first template asks, the back what stands in its answer; of several, the one whose name says
 * so. Where templates say nothing, names decide, then the order. The id is the note's own.
 */
export function fieldPlaces(type: AnkiNoteType, chosen: ColumnMap | undefined): PlacedFields {
  const placed = placesBy(type, chosen);
  if (!chosen) return placed;
  const usual = placesBy(type, undefined).places;
  const isChosen = (side: CardSide): boolean => chosen[side] !== undefined;
  return {
    places: placed.places,
    chosen: CARD_SIDES.filter((side) => isChosen(side) && placed.places[side] !== usual[side]),
    isAudioChosen: placed.places.audio !== usual.audio,
    guessed: placed.guessed.filter((side) => !isChosen(side)),
  };
}

function placesBy(
  { fields: names, templates: [template] }: AnkiNoteType,
  chosen: ColumnMap | undefined,
): PlacedFields {
  const guessed = guessColumns(names);
  const places: Partial<Record<CardField, number>> = {};
  const used = new Set<number>();
  const put = (field: CardField, place: number | undefined): void => {
    if (place === undefined || place < 0 || places[field] !== undefined || used.has(place)) return;
    places[field] = place;
    used.add(place);
  };
  const placeOf = (name: string | undefined): number => (name === undefined ? -1 : names.indexOf(name));
  // Tags are the note's own, and pictures stand in the fields of their sides.
  const fields = CARD_FIELDS.filter((field) => field === 'audio' || isCardText(field));
  for (const side of CARD_SIDES)
    put(`${side}_picture`, placeOf(chosen?.[`${side}_picture`]?.normalize('NFC')));
  for (const field of fields) put(field, placeOf(chosen?.[field]?.normalize('NFC')));
  const named = new Set(fields.map((field) => placeOf(guessed[field])));
  const fromTemplate = (field: 'front' | 'back', shown: readonly number[] = []): void => {
    const place = placeOf(guessed[field]);
    if (shown.includes(place)) put(field, place);
    // A card the other way round asks for the meaning, and the word is its answer.
    const opposite = placeOf(guessed[field === 'front' ? 'back' : 'front']);
    if (shown.includes(opposite)) put(field, opposite);
    // A field that is something else by its name, such as the example, comes last.
    const free = shown.filter((one) => !used.has(one));
    put(field, free.find((one) => !named.has(one)) ?? free[0]);
  };
  fromTemplate('front', template?.asked);
  fromTemplate('back', template?.answered);
  for (const field of fields) {
    const isWanted = !chosen || chosen[field] !== undefined || field === 'front' || field === 'back';
    if (isWanted) put(field, placeOf(guessed[field]));
  }
  const guessedSides = CARD_SIDES.filter((side) => places[side] === undefined);
  for (const field of CARD_SIDES) {
    // Of a type that is not described, the first two.
    put(
      field,
      [...names.keys(), names.length, names.length + 1].find((place) => !used.has(place)),
    );
  }
  return { places: places as FieldPlaces, chosen: [], isAudioChosen: false, guessed: guessedSides };
}
