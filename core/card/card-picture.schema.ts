import { type Static, Type } from '@sinclair/typebox';
import { endpoint, Id, success } from '../endpoint.ts';
import { Card } from './card.schema.ts';
import { PICTURE_ALT_MAX } from './card-limits.ts';

/** The side of a card on which a picture stands. */
export const PictureSide = Type.Union([Type.Literal('front'), Type.Literal('back')]);
export type PictureSide = Static<typeof PictureSide>;

const Params = Type.Object({ deckId: Id, cardId: Id, side: PictureSide });
const url = '/api/decks/:deckId/cards/:cardId/pictures/:side';
const access = ['teacher', 'admin'] as const;
const tags = ['Cards'];

export const setCardPicture = endpoint({
  method: 'POST',
  url,
  access,
  schema: {
    summary: 'Puts a picture on a side of a card; without a file only the text that stands for it is changed',
    tags,
    consumes: ['multipart/form-data', 'application/json'],
    params: Params,
    body: Type.Object({ alt: Type.Optional(Type.String({ maxLength: PICTURE_ALT_MAX })) }),
    response: { 200: success(Card) },
  },
});

export const removeCardPicture = endpoint({
  method: 'DELETE',
  url,
  access,
  schema: {
    summary: 'Takes the picture off a side of a card',
    tags,
    params: Params,
    response: { 200: success(Card) },
  },
});
