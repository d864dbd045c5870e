import { type Static, Type } from '@sinclair/typebox';
import { CARD_FIELDS } from '../contract/card-fields.ts';
import { Id, Nullable, OneOf, Timestamp } from '../contract/endpoint.ts';
import type { ColumnMap } from './cards/card-source.ts';

const SampleCard = Type.Object({
  front: Type.String(),
  back: Type.String(),
  example_sentence: Nullable(Type.String()),
  /** The name of its file. */
  audio: Nullable(Type.String()),
  /** Likewise, of pictures; absent in reports of earlier versions. */
  front_picture: Type.Optional(Nullable(Type.String())),
  back_picture: Type.Optional(Nullable(Type.String())),
});
export type SampleCard = Static<typeof SampleCard>;

/** Why pictures that cards name are left out. */
export const PictureReason = OneOf([
  'svg',
  'heic',
  'gif',
  'bmp',
  'tiff',
  'unknown',
  'broken',
  'large',
  'missing',
  'elsewhere',
]);
export type PictureReason = Static<typeof PictureReason>;

const ImportedPictures = Type.Object({
  /** Pictures that cards have; one that several have counts once. */
  matched: Type.Integer(),
  left_out: Type.Array(Type.Object({ reason: PictureReason, count: Type.Integer() })),
});
export type ImportedPictures = Static<typeof ImportedPictures>;

/** What an Anki package has and our cards have no place for. */
const AnkiLeftOut = Type.Object({
  /** Cards in Anki. */
  cards: Type.Integer(),
  /** Cards whose answer is typed in Anki, if there are any. */
  typed: Type.Optional(Type.Integer()),
  /** Present where the student who makes the deck practises it by typing from now on. */
  sets_way: Type.Optional(Type.Literal(true)),
  /** Cards that say the same as another one of their note, if there are any. */
  repeated: Type.Optional(Type.Integer()),
  /** Pictures that no card takes, such as the second one of a side. */
  pictures: Type.Integer(),
  videos: Type.Integer(),
  /** Fields with a text that is on no card. */
  fields: Type.Array(Type.String()),
  /** Of reports of earlier versions, which left out tags and the division into decks. */
  has_tags: Type.Optional(Type.Boolean()),
  decks: Type.Optional(Type.Integer()),
});
export type AnkiLeftOut = Static<typeof AnkiLeftOut>;

/** By our fields: what the file calls the one that holds it. */
export const ChosenFields = Type.Unsafe<ColumnMap>(
  Type.Object(
    Object.fromEntries(CARD_FIELDS.map((field) => [field, Type.Optional(Type.String({ maxLength: 200 }))])),
  ),
);

/** What comes along of the schedule in an Anki package, of a student who asked for it. */
const ImportedSchedule = Type.Object({
  cards: Type.Integer(),
  answers: Type.Integer(),
  /** The first answer; null when there is none. */
  since: Nullable(Timestamp),
  /** Cards that are left out, since the student has answered them here. */
  studied: Type.Integer(),
});
export type ImportedSchedule = Static<typeof ImportedSchedule>;

/** What the import does, or would do. */
export const ImportReport = Type.Object({
  /** The deck that it changes; null for a new one. */
  updates_deck: Nullable(Type.Object({ id: Id, title: Type.String() })),
  cards_new: Type.Integer(),
  cards_changed: Type.Integer(),
  cards_unchanged: Type.Integer(),
  /** In the deck and not in the file: kept at its end, or removed when that was asked. */
  cards_missing: Type.Integer(),
  duplicates: Type.Integer(),
  /** Cards with an error, which the import leaves out; absent in reports of earlier versions, as what follows. */
  left_out: Type.Optional(Type.Integer()),
  /** Rows that were left out by hand, if there are any. */
  left_out_by_hand: Type.Optional(Type.Integer()),
  /** The first cards as they would come, of a check. */
  samples: Type.Optional(Type.Array(SampleCard)),
  /** Of a check: the columns of the table or the fields of Anki's notes, and which holds what. */
  fields: Type.Optional(Type.Object({ names: Type.Array(Type.String()), chosen: ChosenFields })),
  anki: Type.Optional(AnkiLeftOut),
  /** Files of audio that cards use, that cards name and that were not sent, and that no card uses. */
  audio_matched: Type.Integer(),
  audio_missing: Type.Integer(),
  audio_unused: Type.Integer(),
  /** Absent in reports of earlier versions. */
  pictures: Type.Optional(ImportedPictures),
  schedule: Type.Optional(ImportedSchedule),
});
export type ImportReport = Static<typeof ImportReport>;
