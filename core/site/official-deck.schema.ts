import { type Static, Type } from '@sinclair/typebox';
import { contracts, Id, Nullable } from '../contract/endpoint.ts';
import { page, pageQuery } from '../contract/page-query.ts';
import { ManagedDeck } from '../deck/deck.schema.ts';

// The rule counts letters; these bounds only keep out what cannot be right.
const Text = Type.String({ maxLength: 2_000 });

export const NewOfficialDeckBody = Type.Object({ deck_id: Id, official_button_label: Text });

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

const { get, post, patch, del } = contracts('Administration', 'admin');

export const listManagedDecks = get('/api/admin/decks', {
  summary:
    'Every deck with its owner; `official` leaves only official ones, or only others, `owner_id` those of one person',
  querystring: ManagedDecksQuery,
  answers: page(ManagedDeck),
});

export const markOfficial = post('/api/admin/official-decks', {
  summary: 'Makes a deck official, with the label of its button',
  body: NewOfficialDeckBody,
  status: 201,
  returns: ManagedDeck,
});

export const updateOfficialDeck = patch('/api/admin/official-decks/:deckId', {
  summary: 'Changes the label, title or description of an official deck; what is left out stays',
  body: OfficialDeckChanges,
  returns: ManagedDeck,
});

export const unmarkOfficial = del('/api/admin/official-decks/:deckId', {
  summary: 'Takes the mark away; the deck stays',
});

export const deleteAnyDeck = del('/api/admin/decks/:deckId', {
  summary: 'Deletes a deck of anybody, official, a student’s own or any other, with its cards',
});
