import { type Static, Type } from '@sinclair/typebox';
import { DeckIdParams, Done, endpoint, Id, Nullable, success } from '../endpoint.ts';
import { page, pageQuery } from '../page-query.ts';
import { Deck } from './deck.schema.ts';

/** A deck as the administrator sees it. */
export const ManagedDeck = Type.Composite([
  Type.Pick(Deck, [
    'id',
    'title',
    'description',
    'is_official',
    'official_button_label',
    'card_count',
    'class_count',
  ]),
  Type.Object({ owner: Type.Object({ id: Id, name: Type.String() }) }),
]);
export type ManagedDeck = Static<typeof ManagedDeck>;

// The rule counts letters; these bounds only keep out what cannot be right.
const Text = Type.String({ maxLength: 2_000 });

export const NewOfficialDeckBody = Type.Object({ deck_id: Id, official_button_label: Text });
export type NewOfficialDeckBody = Static<typeof NewOfficialDeckBody>;

export const OfficialDeckChanges = Type.Object({
  official_button_label: Type.Optional(Text),
  title: Type.Optional(Text),
  description: Type.Optional(Nullable(Text)),
});
export type OfficialDeckChanges = Static<typeof OfficialDeckChanges>;

const ManagedDecksQuery = pageQuery(
  Type.Object({ official: Type.Optional(Type.Boolean()), owner_id: Type.Optional(Id) }),
);
export type ManagedDecksQuery = Static<typeof ManagedDecksQuery>;

const tags = ['Administration'];

export const listManagedDecks = endpoint({
  method: 'GET',
  url: '/api/admin/decks',
  access: 'admin',
  schema: {
    summary:
      'Every deck with its owner; `official` leaves only official ones, or only others, `owner_id` those of one person',
    tags,
    querystring: ManagedDecksQuery,
    response: { 200: page(ManagedDeck) },
  },
});

export const markOfficial = endpoint({
  method: 'POST',
  url: '/api/admin/official-decks',
  access: 'admin',
  schema: {
    summary: 'Makes a deck official, with the label of its button',
    tags,
    body: NewOfficialDeckBody,
    response: { 201: success(ManagedDeck) },
  },
});

export const updateOfficialDeck = endpoint({
  method: 'PATCH',
  url: '/api/admin/official-decks/:deckId',
  access: 'admin',
  schema: {
    summary: 'Changes the label, title or description of an official deck; what is left out stays',
    tags,
    params: DeckIdParams,
    body: OfficialDeckChanges,
    response: { 200: success(ManagedDeck) },
  },
});

export const unmarkOfficial = endpoint({
  method: 'DELETE',
  url: '/api/admin/official-decks/:deckId',
  access: 'admin',
  schema: {
    summary: 'Takes the mark away; the deck stays',
    tags,
    params: DeckIdParams,
    response: { 200: Done },
  },
});

export const deleteAnyDeck = endpoint({
  method: 'DELETE',
  url: '/api/admin/decks/:deckId',
  access: 'admin',
  schema: {
    summary: 'Deletes a deck of anybody, official or not, with its cards',
    tags,
    params: DeckIdParams,
    response: { 200: Done },
  },
});
