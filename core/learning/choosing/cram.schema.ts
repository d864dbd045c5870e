import { type Static, Type } from '@sinclair/typebox';
import { Card } from '../../contract/card-shape.schema.ts';
import { contracts, Id, OneOf } from '../../contract/endpoint.ts';
import { TAG_UNITS_MAX } from '../../text/tags.ts';
import { CRAM_CARDS_MAX, CRAM_TAGS_MAX } from '../learning-limits.ts';
import { StudyCard } from '../study-card.schema.ts';

/** Which of a deck's cards are practised; `hard` are those that were forgotten, `due` those that come by today. */
export const CramKind = OneOf(['all', 'flagged', 'hard', 'due']);
export type CramKind = Static<typeof CramKind>;

/** How many cards there are of each kind. */
export const CramCounts = Type.Object({
  all: Type.Integer(),
  flagged: Type.Integer(),
  hard: Type.Integer(),
  due: Type.Integer(),
});
export type CramCounts = Static<typeof CramCounts>;

/** Counts over several decks, with how many decks the cards are of. */
export const CramOverDecks = Type.Object({ ...CramCounts.properties, decks: Type.Integer() });
export type CramOverDecks = Static<typeof CramOverDecks>;

/** A tag as one of the cards has it, and how many have it. */
export const CramTag = Type.Object({ tag: Type.String(), cards: Type.Integer() });
export type CramTag = Static<typeof CramTag>;

/** A card, over several decks with its own. */
export const CramCard = Type.Object({ ...Card.properties, ...Type.Pick(StudyCard, ['deck']).properties });
export type CramCard = Static<typeof CramCard>;

/** Cards that have it, however it is capitalised. */
const tag = Type.String({ minLength: 1, maxLength: TAG_UNITS_MAX });
const chosen = { kind: CramKind, limit: Type.Integer({ minimum: 1, maximum: CRAM_CARDS_MAX }) };

const TagOverDecks = Type.Object({
  tag,
  /** A deck that is practised with the others, also when it was never begun. */
  deck_id: Type.Optional(Id),
});

const { get } = contracts('Learning', 'student');

export const countCram = get('/api/decks/:deckId/cram', {
  summary: 'How many cards of a deck, or of those with a tag, the caller can practise before a test, by kind',
  querystring: Type.Object({ tag: Type.Optional(tag) }),
  returns: CramCounts,
});

export const listCramTags = get('/api/decks/:deckId/cram/tags', {
  summary: 'Tags of the cards that the caller can practise before a test, those with the most cards first',
  returns: Type.Array(CramTag, { maxItems: CRAM_TAGS_MAX }),
});

export const getCramCards = get('/api/decks/:deckId/cram/cards', {
  summary: 'Cards to practise before a test, less those that were put aside: the hardest ones, else any',
  querystring: Type.Object({ ...chosen, tag: Type.Optional(tag) }),
  returns: Type.Array(CramCard),
});

export const countCramOfTag = get('/api/cram', {
  summary:
    'How many cards with a tag the caller can practise over all decks that are theirs to study, by kind',
  querystring: TagOverDecks,
  returns: CramOverDecks,
});

export const getCramCardsOfTag = get('/api/cram/cards', {
  summary: 'Cards with a tag to practise before a test, from all decks that are the caller’s to study',
  querystring: Type.Object({ ...chosen, ...TagOverDecks.properties }),
  returns: Type.Array(CramCard),
});
