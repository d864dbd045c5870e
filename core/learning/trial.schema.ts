import { type Static, Type } from '@sinclair/typebox';
import { StudyCard } from '../card/card.schema.ts';
import { Deck } from '../deck/deck.schema.ts';
import { DeckIdParams, endpoint, success } from '../endpoint.ts';
import { TRIAL_CARDS } from './learning-limits.ts';

/** The first cards of an official deck, as they are for somebody who has learnt nothing yet. */
export const Trial = Type.Object({
  deck: Type.Pick(Deck, [
    'id',
    'title',
    'display_back_first',
    'lenient_typing',
    'front_language',
    'back_language',
  ]),
  cards: Type.Array(StudyCard, { maxItems: TRIAL_CARDS }),
});
export type Trial = Static<typeof Trial>;

export const getTrial = endpoint({
  method: 'GET',
  url: '/api/official-decks/:deckId/trial',
  access: 'public',
  schema: {
    summary: 'The first five cards of an official deck, to be tried without an account',
    tags: ['Learning'],
    params: DeckIdParams,
    response: { 200: success(Trial) },
  },
});
