import { type Static, Type } from '@sinclair/typebox';
import { AUTHORS, endpoint, Id, success } from '../endpoint.ts';
import { Card } from './card.schema.ts';
import { PICTURE_ALT_MAX, SEEN_PICTURE_MAX } from './card-limits.ts';

/** The side of a card on which a picture stands. */
export const PictureSide = Type.Union([Type.Literal('front'), Type.Literal('back')]);
export type PictureSide = Static<typeof PictureSide>;

/** The picture as the caller saw it: file and text as a list in JSON, or `null`. When it is another one by now, nothing is changed. */
const Seen = Type.Optional(Type.String({ maxLength: SEEN_PICTURE_MAX }));

const Params = Type.Object({ deckId: Id, cardId: Id, side: PictureSide });
const url = '/api/decks/:deckId/cards/:cardId/pictures/:side';
const access = [...AUTHORS, 'admin'] as const;
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
    body: Type.Object({ alt: Type.Optional(Type.String({ maxLength: PICTURE_ALT_MAX })), seen: Seen }),
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
    querystring: Type.Object({ seen: Seen }),
    response: { 200: success(Card) },
  },
});
