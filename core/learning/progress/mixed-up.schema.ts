import { type Static, Type } from '@sinclair/typebox';
import { contracts, Id, Nullable } from '../../contract/endpoint.ts';

/** A card that is taken for another one: enough of it to stand beside the right answer. */
const OtherCard = Type.Object({
  id: Id,
  front: Type.String(),
  back: Type.String(),
  part_of_speech: Nullable(Type.String()),
});
export type OtherCard = Static<typeof OtherCard>;

export const MixedUpCard = Type.Object({
  card_id: Id,
  /** What is chosen for it most often, at most two. */
  others: Type.Array(OtherCard),
});
export type MixedUpCard = Static<typeof MixedUpCard>;

const Side = Type.Object({ id: Id, front: Type.String(), back: Type.String() });

export const MixedUpPair = Type.Object({
  card: Side,
  other: Side,
  /** How often one was chosen for the other, and by how many students. */
  times: Type.Integer(),
  students: Type.Integer(),
});
export type MixedUpPair = Static<typeof MixedUpPair>;

export const getMixedUp = contracts('Learning').get('/api/decks/:deckId/mixed-up', {
  access: 'student',
  summary:
    'Which cards of a deck the caller and those of their classes take for others, when they choose an answer',
  returns: Type.Array(MixedUpCard),
});

export const getMixedUpInClass = contracts('Classes').get('/api/classes/:classId/decks/:deckId/mixed-up', {
  access: 'teacher',
  summary: 'Which cards of a deck the students of a class mix up, most often first',
  returns: Type.Array(MixedUpPair),
});
