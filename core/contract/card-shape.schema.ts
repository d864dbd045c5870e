import { type Static, Type } from '@sinclair/typebox';
import { CARD_SIDES, FILE_USES, forSidesAndOthers } from './card-fields.ts';
import { FURTHER_FILES_MAX } from './card-limits.ts';
import { Id, Nullable, OneOf } from './endpoint.ts';

/** A picture on a side of a card. */
export const CardPicture = Type.Object({
  /** Path on this host, `/storage/cards/…`. */
  file: Type.String(),
  /** Pixels, so that nothing moves when it has come. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** What it shows, for those who do not see it; empty when its author says nothing. */
  alt: Type.String(),
});
export type CardPicture = Static<typeof CardPicture>;

/** A further sound of a card, which is heard with its answer, or a further picture of a side. */
export const FurtherFile = Type.Union([
  Type.Object({ kind: Type.Literal('audio'), file: Type.String() }),
  Type.Object({ kind: Type.Literal('picture'), side: OneOf(CARD_SIDES), ...CardPicture.properties }),
]);
export type FurtherFile = Static<typeof FurtherFile>;
export type FurtherPicture = Extract<FurtherFile, { kind: 'picture' }>;

export const Card = Type.Object({
  id: Id,
  deck_id: Id,
  ...forSidesAndOthers(
    () => Type.String(),
    () => Nullable(Type.String()),
  ),
  /** Path on this host, `/storage/cards/…`, or an absolute URL. */
  audio_file: Nullable(Type.String()),
  front_picture: Nullable(CardPicture),
  back_picture: Nullable(CardPicture),
  /** What it has beside these: sounds, then pictures of the front, then of the back. Null for none. */
  further_files: Nullable(Type.Array(FurtherFile, { maxItems: FILE_USES.length * FURTHER_FILES_MAX })),
});
export type Card = Static<typeof Card>;
