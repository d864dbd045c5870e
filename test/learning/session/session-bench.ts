import type { Deck, DeckSettings } from '../../../core/deck/deck.schema.ts';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import type { HandedCard, SessionSource, SessionState } from '../../../web/learning/session/session.state.ts';
import { currentCard } from '../../../web/learning/session/session.state.ts';
import type { KeptSession } from '../../../web/learning/session/session-cache.ts';
import type { SessionNews } from '../../../web/learning/session/session-controller.ts';
import { createSessionController } from '../../../web/learning/session/session-controller.ts';
import { until } from '../../harness/until.ts';
import { queueBench } from '../queue/queue-bench.ts';
import { DAY, NOON } from './session-cards.ts';

export const SETTINGS: DeckSettings = { new_cards_per_day: 20, max_cards_per_day: 200 };
export const DECK = { id: 1, title: 'Everyday nouns' } as Deck;

/** A server, a browser and a session in it: of one deck, or over all of today. */
export function sessionBench(cards: StudyCard[], source: SessionSource = 1) {
  const browser = queueBench();
  const deck = source === 'today' ? null : DECK;
  const server = {
    day: DAY,
    cards,
    completed: false,
    settings: SETTINGS,
    counts: undefined as { newCardsToday: number; reviewCardsToday: number } | undefined,
    /** Thrown by every call while it is there. */
    error: undefined as Error | undefined,
    calls: [] as string[],
  };
  let stored: KeptSession | null = null;
  let learned: { day: string; cards: SessionState['learned'] } = { day: DAY, cards: [] };

  let handed: HandedCard[] = [];

  const answer = <T>(call: string, value: () => T): Promise<T> => {
    server.calls.push(call);
    return server.error ? Promise.reject(server.error) : Promise.resolve().then(value);
  };
  const unknown = () => {
    const heard = new Set(browser.takenCards());
    return server.cards.filter((card) => !heard.has(card.id));
  };
  const counts = () => {
    const fresh = unknown().filter((card) => card.progresses.length === 0).length;
    const real = { newCardsToday: fresh, reviewCardsToday: unknown().length - fresh };
    return {
      ...(server.counts ?? real),
      settings: source === 'today' ? null : server.settings,
      day: server.day,
    };
  };
  const set = (limit: number) => ({
    success: true as const,
    data: unknown().slice(0, limit),
    session_completed: server.completed,
    day: server.day,
  });

  function page() {
    const tab = browser.tab();
    const news: SessionNews[] = [];
    const controller = createSessionController({
      source,
      api: {
        open: () => answer('open', () => ({ deck, set: set(20), counts: counts() })),
        reopen: () => answer('reopen', () => ({ deck, counts: counts() })),
        more: (limit) => answer(`more ${limit}`, () => set(limit)),
        counts: () => answer('counts', counts),
        saveSettings: (settings) =>
          answer('settings', () => {
            server.settings = settings;
            return settings;
          }),
        mark: (cardId, changes) => answer(`mark ${cardId} ${JSON.stringify(changes)}`, () => undefined),
        askForMore: (cards) => answer(`more than the limits ${cards}`, () => undefined),
      },
      queue: tab.queue,
      cache: {
        read: () => structuredClone(stored),
        write: (next) => {
          stored = structuredClone(next);
          learned = { day: next.state.day, cards: next.state.learned };
        },
        readLearned: (day) => (learned.day === day ? learned.cards : []),
        readHanded: () => structuredClone(handed),
        dropHanded: (_day, cardIds) => {
          handed = handed.filter(({ card }) => !cardIds.includes(card.id));
        },
        clear: () => {
          stored = null;
          learned = { day: DAY, cards: [] };
        },
      },
      clock: { now: () => NOON + browser.time.now(), after: browser.time.after },
      onNews: (each) => news.push(each),
    });
    const phase = () => controller.view().session?.phase;
    return {
      ...tab,
      controller,
      news,
      newsTypes: () => news.map((each) => (each.type === 'leave' ? `leave ${each.to}` : each.type)),
      phase,
      opened: () => until(() => controller.view().status !== 'loading'),
      inPhase: (wanted: string) => until(() => phase() === wanted),
      card: () => {
        const { session } = controller.view();
        return session ? currentCard(session)?.id : undefined;
      },
      /** Rates the cards that come, one after the other. */
      answer(...ratings: Rating[]) {
        for (const rating of ratings) {
          controller.reveal();
          controller.rate(rating);
        }
      },
    };
  }

  async function openPage() {
    const opened = page();
    await opened.controller.open();
    return opened;
  }

  /** What the browser finds after a crash that came before the session's last writes. */
  const loseWritesSince = (before: KeptSession | null) => {
    stored = before;
  };

  /** What another session was teaching, and what of it is not taken over yet. */
  const hand = (cards: HandedCard[]) => {
    handed = cards;
  };

  return {
    browser,
    server,
    page,
    openPage,
    stored: () => stored,
    loseWritesSince,
    hand,
    handed: () => handed,
  };
}

/** The same, with a page of it that has been opened. */
export async function openedSession(...given: Parameters<typeof sessionBench>) {
  const bench = sessionBench(...given);
  return { bench, page: await bench.openPage() };
}
