import { type Static, Type } from '@sinclair/typebox';
import { contracts } from '../../contract/endpoint.ts';
import { Deck } from '../../deck/deck.schema.ts';
import { TRIAL_CARDS } from '../learning-limits.ts';
import { StudyCard } from '../study-card.schema.ts';

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

export const getTrial = contracts('Learning').get('/api/official-decks/:deckId/trial', {
  access: 'public',
  summary: 'The first five cards of an official deck, to be tried without an account',
  returns: Trial,
});
