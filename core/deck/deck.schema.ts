import { type Static, Type } from '@sinclair/typebox';
import { AUTHORS, contracts, Id, Nullable, OneOf, Timestamp } from '../contract/endpoint.ts';
import { PageQuery, page } from '../contract/page-query.ts';
import { TAG_UNITS_MAX, TAGS_MAX } from '../text/tags.ts';
import {
  CARD_LANGUAGES,
  CARDS_PER_DAY_MAX,
  DECK_DESCRIPTION_MAX,
  DECK_TITLE_MAX,
  NEW_CARDS_PER_DAY_MAX,
  WAYS,
} from './deck-limits.ts';

/** How a student practises a deck. */
export const Way = OneOf(WAYS);
export type Way = Static<typeof Way>;

/** How a class practises a deck, as its teachers say. */
export const ClassWay = Type.Object({
  way: Way,
  /** Students are offered no other one. */
  is_required: Type.Boolean(),
});
export type ClassWay = Static<typeof ClassWay>;

/** What one of a student's classes says, and which class. */
export const GivenWay = Type.Object({ ...ClassWay.properties, class_name: Type.String() });
export type GivenWay = Static<typeof GivenWay>;

export const DeckSettingsBody = Type.Object({
  new_cards_per_day: Type.Integer({ minimum: 0, maximum: NEW_CARDS_PER_DAY_MAX }),
  max_cards_per_day: Type.Integer({ minimum: 0, maximum: CARDS_PER_DAY_MAX }),
  /** Absent: by turning the cards, and in a change: as before. */
  way: Type.Optional(Way),
});
export type DeckSettingsBody = Static<typeof DeckSettingsBody>;

export const DeckSettings = Type.Object({
  ...DeckSettingsBody.properties,
  /** Present where a class of the student's says how the deck is practised. */
  class_way: Type.Optional(GivenWay),
});
export type DeckSettings = Static<typeof DeckSettings>;

export const DEFAULT_DECK_SETTINGS: DeckSettings = { new_cards_per_day: 20, max_cards_per_day: 200 };

/** A language that is read aloud, or `none`. */
export const SaidLanguage = OneOf([...CARD_LANGUAGES, 'none']);

/** In which languages the sides of a deck's cards are read aloud. An absent one goes by the letters of each card. */
export const DeckLanguages = Type.Object({
  front_language: Type.Optional(SaidLanguage),
  back_language: Type.Optional(SaidLanguage),
});
export type DeckLanguages = Static<typeof DeckLanguages>;

/** Leaves out what a deck's row does not say. */
export const languagesOf = (
  row: {
    [Name in keyof DeckLanguages]: DeckLanguages[Name] | null;
  },
): DeckLanguages => ({
  ...(row.front_language && { front_language: row.front_language }),
  ...(row.back_language && { back_language: row.back_language }),
});

/** What a colleague may do: study the cards and give the deck to classes, or change its cards too. */
export const ShareRight = OneOf(['use', 'edit']);

export const Deck = Type.Object({
  id: Id,
  title: Type.String(),
  description: Nullable(Type.String()),
  display_back_first: Type.Boolean(),
  ...DeckLanguages.properties,
  /** Typed answers need neither article nor accents to be right. */
  lenient_typing: Type.Boolean(),
  is_official: Type.Boolean(),
  official_button_label: Nullable(Type.String()),
  user_id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  card_count: Type.Integer(),
  /** Classes that study it: for its owner all of them, for anybody else only their own. */
  class_count: Type.Integer(),
  /** True when the caller has saved settings of their own for this deck; `settings` is then present. */
  has_settings: Type.Boolean(),
  settings: Type.Optional(DeckSettings),
  /** For its owner, who sorts their decks by them. Absent for none. */
  tags: Type.Optional(Type.Array(Type.String())),
  /** Present when a colleague shares it with the caller: what they may do with it, and whose it is. */
  shared: Type.Optional(Type.Object({ may: ShareRight, owner_name: Type.String() })),
  /** For its owner: with how many colleagues it is shared. Absent for none. */
  colleague_count: Type.Optional(Type.Integer()),
  /** For its owner: from whom they received it, and when. */
  received: Type.Optional(Type.Object({ from_name: Type.String(), at: Timestamp })),
});
export type Deck = Static<typeof Deck>;

/** A deck as the administrator sees it. */
export const ManagedDeck = Type.Object({
  ...Type.Pick(Deck, [
    'id',
    'title',
    'description',
    'is_official',
    'official_button_label',
    'card_count',
    'class_count',
  ]).properties,
  owner: Type.Object({ id: Id, name: Type.String() }),
});
export type ManagedDeck = Static<typeof ManagedDeck>;

// A letter may take several code units, so these bounds only keep out what cannot be right; the rule counts letters.
export const DeckTitle = Type.String({ maxLength: DECK_TITLE_MAX * 20 });
const DeckDescription = Nullable(Type.String({ maxLength: DECK_DESCRIPTION_MAX * 20 }));

export const NewDeckBody = Type.Object({
  title: DeckTitle,
  description: Type.Optional(DeckDescription),
  display_back_first: Type.Optional(Type.Boolean()),
  /** Null goes by the letters of each card. */
  front_language: Type.Optional(Nullable(SaidLanguage)),
  back_language: Type.Optional(Nullable(SaidLanguage)),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: TAG_UNITS_MAX }), { maxItems: TAGS_MAX })),
  lenient_typing: Type.Optional(Type.Boolean()),
});
export type NewDeckBody = Static<typeof NewDeckBody>;

export const DeckChanges = Type.Partial(NewDeckBody);
export type DeckChanges = Static<typeof DeckChanges>;

export const OfficialDeck = Type.Pick(Deck, [
  'id',
  'title',
  'description',
  'official_button_label',
  'card_count',
]);
export type OfficialDeck = Static<typeof OfficialDeck>;

export const RecentDeck = Type.Object({ ...Deck.properties, last_studied_at: Timestamp });

const { get, post, patch, del } = contracts('Decks', AUTHORS);

export const listOfficialDecks = get('/api/official-decks', {
  access: 'public',
  summary: 'Official decks',
  querystring: PageQuery,
  answers: page(OfficialDeck),
});

export const listDecks = get('/api/decks', {
  access: 'any',
  summary: 'The decks that the caller owns, has from colleagues or may study; official ones included',
  querystring: PageQuery,
  answers: page(Deck),
});

export const getDeck = get('/api/decks/:deckId', {
  access: 'any',
  summary: 'One deck',
  returns: Deck,
});

export const getRecentDeck = get('/api/recent-deck', {
  access: 'student',
  summary: "The deck of the student's latest progress, or null",
  returns: Nullable(RecentDeck),
});

export const createDeck = post('/api/decks', {
  summary: 'A new deck',
  body: NewDeckBody,
  status: 201,
  returns: Deck,
});

export const updateDeck = patch('/api/decks/:deckId', {
  summary: 'Changes an own deck; what is left out stays',
  body: DeckChanges,
  returns: Deck,
});

export const deleteDeck = del('/api/decks/:deckId', {
  summary: 'Deletes an own deck with its cards and takes it out of every class',
});

export const copyDeck = post('/api/decks/:deckId/copy', {
  summary: "Makes a deck of the caller's own of an own, shared or official one, with its cards and audio",
  status: 201,
  returns: Deck,
});
