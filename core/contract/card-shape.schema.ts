import { type Static, Type } from '@sinclair/typebox';
import { forSidesAndOthers } from './card-fields.ts';
import { Id, Nullable } from './endpoint.ts';

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
});
export type Card = Static<typeof Card>;
