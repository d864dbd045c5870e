import { addressOf } from '../../../core/address.ts';
import type { Deck, DeckSettings, DeckSettingsBody } from '../../../core/deck/deck.schema.ts';
import type { CardMarkChanges } from '../../../core/learning/choosing/card-mark.schema.ts';
import type { Today } from '../../../core/learning/choosing/today.schema.ts';
import type { CardSet } from '../../../core/learning/learning.schema.ts';
import { ROUND_SIZE } from '../../../core/learning/learning-limits.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { entryBody, loadAll } from '../../lib/call/batch.ts';
import { keepOwnSettings } from '../../lib/kept/own-settings.ts';
import { failureOf } from '../queue/answer-verdict.ts';
import { readSessionStart, type SessionCounts, type SessionStart } from './kept-decks.ts';
import type { SessionSource } from './session.state.ts';

/** The calls of a learning session. Over all decks there is no deck, and settings are of the deck in hand. */
export interface SessionApi {
  /** Everything that a new session needs. */
  open(): Promise<SessionStart>;
  /** What a stored session must be compared with. */
  reopen(): Promise<{ deck: Deck | null; counts: SessionCounts }>;
  more(limit: number): Promise<CardSet>;
  counts(): Promise<SessionCounts>;
  /** Over all decks `ofDeck` says of which. */
  saveSettings(settings: DeckSettingsBody, ofDeck?: number): Promise<DeckSettings>;
  mark(cardId: number, changes: CardMarkChanges): Promise<void>;
  /** Raises the limits of a deck for today. */
  askForMore(cards: number): Promise<void>;
}

const ME = addressOf('GET /api/me');

const mark: SessionApi['mark'] = async (cardId, body) => {
  await callApi('POST /api/cards/:cardId/mark', { params: { cardId }, body });
};

const saveSettings: SessionApi['saveSettings'] = async (body, ofDeck) =>
  (await callApi('POST /api/decks/:deckId/settings', { params: { deckId: ofDeck! }, body })).data;

/** Without the server from what is kept on this device. */
async function orKept(source: SessionSource, open: () => Promise<SessionStart>): Promise<SessionStart> {
  try {
    return await open();
  } catch (error) {
    const kept = failureOf(error).status === 0 ? await readSessionStart(source) : null;
    if (!kept) throw error;
    return kept;
  }
}

/** The calls of the learning session of one deck. */
export function createSessionApi(deckId: number): SessionApi {
  const params = { deckId };
  const deckAddress = addressOf('GET /api/decks/:deckId', { params });
  const countsAddress = addressOf('GET /api/decks/:deckId/counts', { params });
  const setAddress = addressOf('GET /api/decks/:deckId/cards/set', { params, query: { limit: ROUND_SIZE } });

  return {
    open: () =>
      orKept(deckId, async () => {
        const [deck, set, counts, me] = await loadAll([deckAddress, setAddress, countsAddress, ME]);
        keepOwnSettings(entryBody(me).data);
        return { deck: entryBody(deck).data, set: entryBody(set), counts: entryBody(counts).data };
      }),

    async reopen() {
      const [deck, counts, me] = await loadAll([deckAddress, countsAddress, ME]);
      keepOwnSettings(entryBody(me).data);
      return { deck: entryBody(deck).data, counts: entryBody(counts).data };
    },

    more: (limit) => callApi('GET /api/decks/:deckId/cards/set', { params, query: { limit } }),

    counts: async () => (await callApi('GET /api/decks/:deckId/counts', { params })).data,

    saveSettings: (settings) => saveSettings(settings, deckId),

    mark,

    async askForMore(cards) {
      await callApi('POST /api/decks/:deckId/extra-cards', { params, body: { cards } });
    },
  };
}

export const countsOf = ({ day, due, new: unseen }: Today): SessionCounts => ({
  newCardsToday: unseen,
  reviewCardsToday: due,
  settings: null,
  day,
});

/** The calls of the learning session over all decks of today. */
export function createTodayApi(): SessionApi {
  const todayAddress = addressOf('GET /api/today');
  const setAddress = addressOf('GET /api/today/cards', { query: { limit: ROUND_SIZE } });
  const counts = async () => countsOf((await callApi('GET /api/today')).data);

  return {
    open: () =>
      orKept('today', async () => {
        const [set, today, me] = await loadAll([setAddress, todayAddress, ME]);
        keepOwnSettings(entryBody(me).data);
        return { deck: null, set: entryBody(set), counts: countsOf(entryBody(today).data) };
      }),
    async reopen() {
      const [today, me] = await loadAll([todayAddress, ME]);
      keepOwnSettings(entryBody(me).data);
      return { deck: null, counts: countsOf(entryBody(today).data) };
    },
    more: (limit) => callApi('GET /api/today/cards', { query: { limit } }),
    counts,
    saveSettings,
    mark,
    askForMore: () => Promise.reject(new Error('Limits are of one deck')),
  };
}
