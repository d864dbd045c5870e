import {
  plainName,
  type ShownPlaces,
  shownPlaces,
  type TemplateSide,
  templateSide,
} from './anki-template.ts';
import { protobufFields } from './protobuf-reader.ts';

/** A note type of Anki's: its fields, and which of them stand on each of its cards. */
export interface AnkiNoteType {
  /** Trimmed, NFC, in their order. */
  fields: string[];
  /** A card for each gap of the text, instead of one for each template. */
  isCloze: boolean;
  templates: AnkiTemplate[];
}

/** One kind of card of a note type; the fields by their places, as they are shown of all notes together. */
export interface AnkiTemplate extends ShownPlaces {
  question: TemplateSide;
  answer: TemplateSide;
  /** Those in which `漢字[かんじ]` is a reading above letters. */
  withReadings: number[];
}

/** Reads the templates of a kind of card. */
export function ankiTemplate(fields: readonly string[], question: string, answer: string): AnkiTemplate {
  const [asking, answering] = [templateSide(fields, question), templateSide(fields, answer)];
  const all = [...asking.whole.fields, ...answering.whole.fields];
  return {
    ...shownPlaces(asking.whole, answering.whole),
    question: asking,
    answer: answering,
    withReadings: all.flatMap(({ place, hasReadings }) => (hasReadings ? place : [])),
  };
}

/** The note types of an old collection, which are one JSON text. Throws for what is no such text. */
export function noteTypesInJson(text: string): Map<string, AnkiNoteType> {
  const models: unknown = JSON.parse(text);
  if (!isRecord(models)) throw new TypeError('it is no object');
  return new Map(
    Object.entries(models).map(([id, model]) => {
      const fields = listed(model, 'flds').map(({ name }) => plainName(name));
      const templates = listed(model, 'tmpls').map(({ qfmt, afmt }) =>
        ankiTemplate(fields, formatOf(qfmt), formatOf(afmt)),
      );
      return [id, { fields, isCloze: isRecord(model) && model.type === 1, templates }];
    }),
  );
}

/**
 * The names of the decks of an old collection, which are one JSON text as well; none of what is no such text. Filtered
 * ones, in which no card is at home, are left out.
 */
export function deckNamesInJson(text: string): Map<string, string[]> {
  let decks: unknown;
  try {
    decks = JSON.parse(text);
  } catch {
    return new Map();
  }
  return new Map(
    Object.entries(isRecord(decks) ? decks : {}).flatMap(([id, deck]) =>
      isRecord(deck) && typeof deck.name === 'string' && !Number(deck.dyn)
        ? [[id, deck.name.slice(0, 1_000).split('::')]]
        : [],
    ),
  );
}

function listed(model: unknown, key: string): Record<string, unknown>[] {
  const list = isRecord(model) ? model[key] : undefined;
  const records = Array.isArray(list) ? list.filter(isRecord) : [];
  return records.sort((one, other) => Number(one.ord) - Number(other.ord));
}

/** Code units of a template that are read. */
const FORMAT_MAX = 100_000;

const formatOf = (format: unknown): string => (typeof format === 'string' ? format.slice(0, FORMAT_MAX) : '');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Anki's proto/anki/notetypes.proto: `Template.Config { string q_format = 1; string a_format = 2; … }`. */
export function templateInProtobuf(fields: readonly string[], config: Uint8Array): AnkiTemplate {
  const formats = ['', '', ''];
  for (const { number, value } of protobufFields(Buffer.from(config)))
    if ((number === 1 || number === 2) && typeof value !== 'number')
      formats[number] = value.subarray(0, FORMAT_MAX).toString('utf8');
  return ankiTemplate(fields, formats[1]!, formats[2]!);
}

/** `Notetype.Config { Kind kind = 1; … }`, of which 1 is a type with gaps. */
export const isClozeInProtobuf = (config: Uint8Array): boolean =>
  [...protobufFields(Buffer.from(config))].some(({ number, value }) => number === 1 && value === 1);

/** Anki's proto/anki/decks.proto: `Deck.KindContainer { oneof kind { Normal normal = 1; Filtered filtered = 2; } }`. */
export function isFilteredInProtobuf(kind: Uint8Array): boolean {
  try {
    return [...protobufFields(Buffer.from(kind))].some(({ number }) => number === 2);
  } catch (error) {
    // A deck of which that cannot be read is as any other.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
