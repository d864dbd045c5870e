import { type Static, Type } from '@sinclair/typebox';
import { FILE_USES } from '../contract/card-fields.ts';
import { PICTURE_ALT_MAX, SEEN_PICTURE_MAX } from '../contract/card-limits.ts';
import { Card } from '../contract/card-shape.schema.ts';
import { AUTHORS, contracts, FORM, Id, OneOf } from '../contract/endpoint.ts';

/** The side of a card on which a picture stands. */
export const PictureSide = OneOf(['front', 'back']);
export type PictureSide = Static<typeof PictureSide>;

/**
 * The picture as the caller saw it: file and text as a list in JSON, or `null`. When it is another one by now, nothing
 * is changed.
 */
const Seen = Type.Optional(Type.String({ maxLength: SEEN_PICTURE_MAX }));

/** Code units of the address of a file. */
const FILE_ADDRESS_MAX = 300;

const Params = Type.Object({ deckId: Id, cardId: Id, side: PictureSide });
const url = '/api/decks/:deckId/cards/:cardId/pictures/:side';
const access = [...AUTHORS, 'admin'] as const;
const { post, del } = contracts('Cards', access);

export const setCardPicture = post(url, {
  summary: 'Puts a picture on a side of a card; without a file only the text that stands for it is changed',
  consumes: FORM,
  params: Params,
  body: Type.Object({ alt: Type.Optional(Type.String({ maxLength: PICTURE_ALT_MAX })), seen: Seen }),
  returns: Card,
});

export const removeCardPicture = del(url, {
  summary: 'Takes the picture off a side of a card',
  params: Params,
  querystring: Type.Object({ seen: Seen }),
  returns: Card,
});

export const removeFurtherFile = del('/api/decks/:deckId/cards/:cardId/further-files', {
  summary: 'Takes a further sound or picture off a card, by what it is for and its address',
  querystring: Type.Object({ use: OneOf(FILE_USES), file: Type.String({ maxLength: FILE_ADDRESS_MAX }) }),
  returns: Card,
});
