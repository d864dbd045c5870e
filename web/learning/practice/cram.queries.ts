import useSWRImmutable from 'swr/immutable';
import { addressOf } from '../../../core/address.ts';
import type { Deck, Way } from '../../../core/deck/deck.schema.ts';
import type {
  CramCard,
  CramCounts,
  CramKind,
  CramOverDecks,
  CramTag,
} from '../../../core/learning/choosing/cram.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { entryBody, loadAll } from '../../lib/call/batch.ts';
import { keepOwnSettings } from '../../lib/kept/own-settings.ts';
import { browserClock } from '../../lib/live/timing.ts';
import { failureOf } from '../queue/answer-verdict.ts';
import { readKeptDeck } from '../session/kept-decks.ts';
import type { SessionState } from '../session/session.state.ts';
import { startSession } from '../session/session-loading.ts';
import { NO_SUMMARY } from '../session/session-summary.ts';
import { shuffled } from '../ways/choice-options.ts';

/** A card as sessions have it; what it is in the plan is nothing for practice. */
const asStudyCard = (card: CramCard): StudyCard => ({ ...card, progresses: [], next_days: [] });

/** Returns a session over these cards of which nothing is sent. It ends when each was known once. */
export function startCram(deckId: number, cards: readonly StudyCard[]): SessionState {
  const given = cards.map((card): StudyCard => ({ ...card, progresses: [] }));
  const state = startSession({
    source: deckId,
    day: '',
    cards: given,
    counts: { newCardsToday: given.length, reviewCardsToday: 0 },
    completed: false,
  });
  return {
    ...state,
    relearning: true,
    // What is asked again at the end, and the other options of a choice, are of all cards.
    learned: given,
    summary: { ...NO_SUMMARY, isRelearning: true },
  };
}

/** Returns the cards that were not known at the first try, in the order in which they were given. */
export const missedCards = ({ learned, summary = NO_SUMMARY }: SessionState): StudyCard[] =>
  learned.filter(({ id }) => (summary.misses[id] ?? 0) > 0);

/** What there is of a deck to practise before a test. */
export interface CramDeck {
  deck: Deck;
  /** How the student practises it otherwise. */
  way: Way;
  counts: CramCounts;
  /** What its cards have; none without a network, where tags are not kept. */
  tags: CramTag[];
  /** The cards that this device keeps, without a network; null when the server is asked. */
  kept: StudyCard[] | null;
}

const IS_KIND: Record<CramKind, (card: StudyCard) => boolean> = {
  all: () => true,
  flagged: ({ flagged }) => flagged === true,
  hard: ({ progresses }) => progresses.some(({ lapses }) => lapses > 0),
  // What is kept of a deck is due, or new.
  due: ({ progresses }) => progresses.length > 0,
};

/** Without the server from what is kept on this device; null when that is not enough. */
async function keptDeck(deckId: number): Promise<CramDeck | null> {
  const found = await readKeptDeck(deckId);
  if (!found?.deck || found.set.data.length === 0) return null;
  const { data } = found.set;
  const count = (kind: CramKind) => data.filter(IS_KIND[kind]).length;
  return {
    deck: found.deck,
    way: found.counts.settings?.way ?? 'turning',
    counts: { all: count('all'), flagged: count('flagged'), hard: count('hard'), due: count('due') },
    tags: [],
    kept: data,
  };
}

async function readCramDeck(deckId: number): Promise<CramDeck> {
  const params = { deckId };
  try {
    const [deck, counts, cram, tags, me] = await loadAll([
      addressOf('GET /api/decks/:deckId', { params }),
      addressOf('GET /api/decks/:deckId/counts', { params }),
      addressOf('GET /api/decks/:deckId/cram', { params }),
      addressOf('GET /api/decks/:deckId/cram/tags', { params }),
      addressOf('GET /api/me'),
    ]);
    keepOwnSettings(entryBody(me).data);
    return {
      deck: entryBody(deck).data,
      way: entryBody(counts).data.settings.way ?? 'turning',
      counts: entryBody(cram).data,
      tags: entryBody(tags).data,
      kept: null,
    };
  } catch (error) {
    const kept = failureOf(error).status === 0 ? await keptDeck(deckId) : null;
    if (!kept) throw error;
    return kept;
  }
}

/** Read once: what one chooses from does not change under the hand. */
export const useCramDeck = (deckId: number | null) =>
  useSWRImmutable(
    deckId === null ? null : `${addressOf('GET /api/decks/:deckId/cram', { params: { deckId } })}#deck`,
    () => readCramDeck(deckId!),
  );

/** How many cards with a tag there are, of the deck and over all decks. */
export interface CramTagCounts {
  ofDeck: CramCounts;
  ofAll: CramOverDecks;
}

async function readTagCounts(deckId: number, tag: string): Promise<CramTagCounts> {
  const [ofDeck, ofAll] = await loadAll([
    addressOf('GET /api/decks/:deckId/cram', { params: { deckId }, query: { tag } }),
    addressOf('GET /api/cram', { query: { tag, deck_id: deckId } }),
  ]);
  return { ofDeck: entryBody(ofDeck).data, ofAll: entryBody(ofAll).data };
}

/** Read once for each tag; nothing without one. */
export const useCramTagCounts = (deckId: number, tag: string | null) =>
  useSWRImmutable(
    tag === null ? null : `${addressOf('GET /api/cram', { query: { tag, deck_id: deckId } })}#counts`,
    () => readTagCounts(deckId, tag!),
  );

interface Wanted {
  kind: CramKind;
  limit: number;
  /** Only cards that have it. */
  tag: string | null;
  /** Cards of all decks that are the student's; needs a tag. */
  overDecks: boolean;
}

const drawn = (cards: readonly StudyCard[], { kind, limit }: Pick<Wanted, 'kind' | 'limit'>): StudyCard[] =>
  shuffled(cards.filter(IS_KIND[kind]), browserClock.chance).slice(0, limit);

/** Returns at most `limit` cards of a kind; of those that are kept when the network has gone meanwhile. */
export async function readCramCards({ deck, kept }: CramDeck, wanted: Wanted): Promise<StudyCard[]> {
  if (kept) return drawn(kept, wanted);
  const { kind, limit, tag, overDecks } = wanted;
  try {
    const { data } =
      tag !== null && overDecks
        ? await callApi('GET /api/cram/cards', { query: { kind, limit, tag, deck_id: deck.id } })
        : await callApi('GET /api/decks/:deckId/cram/cards', {
            params: { deckId: deck.id },
            query: { kind, limit, ...(tag !== null && { tag }) },
          });
    return data.map(asStudyCard);
  } catch (error) {
    // What is kept says nothing of tags.
    const found = tag === null && failureOf(error).status === 0 ? await keptDeck(deck.id) : null;
    const cards = drawn(found?.kept ?? [], wanted);
    if (cards.length === 0) throw error;
    return cards;
  }
}
