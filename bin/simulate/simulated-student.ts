import type { Answer, Call } from '../../core/api.ts';
import type { AskedSide, Rating, Typed } from '../../core/learning/learning.schema.ts';
import { StartError } from '../command/start-error.ts';
import { AnswerSender } from './answer-sender.ts';
import type { NewPerson, Surroundings } from './classroom-set-up.ts';
import { CallError, type CallOptions, type ProductClient } from './product-client.ts';
import type { Scoreboard } from './scoreboard.ts';
import { type OpenCard, StudySession } from './study-session.ts';
import { tryAgain } from './try-again.ts';

/** So that a class is not through with its day after some minutes. */
const SETTINGS = { new_cards_per_day: 300, max_cards_per_day: 3_000 };
/** How often a student asks whether the teacher has said yes. */
const POLL_MS = 2_000;

/** One student of the classroom: joins, studies deck after deck, rests between rounds. */
export class SimulatedStudent {
  readonly #client: ProductClient;
  readonly #around: Surroundings;
  readonly #score: Scoreboard;
  readonly #sender: AnswerSender;
  /** The share of new cards known at first sight. */
  readonly #skill = 0.45 + 0.5 * Math.random();
  /** Some students type the answer, most do not. */
  readonly #types = Math.random() < 0.3;

  constructor(person: NewPerson, around: Surroundings, score: Scoreboard, givenUp: AbortSignal) {
    this.#client = person.client;
    this.#around = around;
    this.#score = score;
    this.#sender = new AnswerSender(person.client, score, givenUp);
  }

  /** Throws a StartError when there is no such class. */
  async join(classId: number): Promise<void> {
    await this.#call('POST /api/classes/:classId/join', { params: { classId } }).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      if (error.code === 'class_not_found') throw new StartError(`There is no class ${classId}.`);
      // By the try before, whose answer was lost.
      if (error.code !== 'join_already_requested' && error.code !== 'already_a_member') throw error;
    });
  }

  /** Waits until the teacher has approved. Returns the decks of the class, or none when all has ended before. */
  async approvedDecks(classId: number): Promise<number[]> {
    for (; !this.#around.ended.aborted; await this.#around.time.wait(POLL_MS)) {
      const { data } = await this.#call('GET /api/classes', { query: { include: 'decks' } });
      const found = data.find(({ id }) => id === classId);
      if (found) return found.decks?.map(({ id }) => id) ?? [];
    }
    return [];
  }

  /** Until nothing is left to study, or all ends; every answer has then been handed over. */
  async study(decks: number[]): Promise<void> {
    this.#score.studying += 1;
    try {
      for (const deckId of decks) await this.#studyDeck(deckId);
    } catch (error) {
      // Left in the middle of a call that was being tried again.
      if (!this.#around.ended.aborted) throw error;
    } finally {
      this.#score.studying -= 1;
      await this.#sender.settled();
    }
  }

  async #studyDeck(deckId: number): Promise<void> {
    const { ended, time } = this.#around;
    const params = { deckId };
    await this.#call('POST /api/decks/:deckId/settings', { params, body: SETTINGS });
    const { data: deck } = await this.#call('GET /api/decks/:deckId', { params });
    const asked = deck.display_back_first ? 'back' : 'front';
    const session = new StudySession();
    while (!ended.aborted) {
      if (session.needsMore) await this.#loadMore(deckId, session);
      if (session.isOver) return;
      for (const card of session.round()) {
        await this.#answer(session, card, asked);
        if (ended.aborted) return;
      }
      await time.rest();
    }
  }

  async #loadMore(deckId: number, session: StudySession): Promise<void> {
    // What has not arrived yet would be given again.
    await this.#sender.settled();
    const { data } = await this.#call('GET /api/decks/:deckId/cards/set', {
      params: { deckId },
      query: { limit: session.moreLimit },
    });
    session.add(data);
  }

  async #answer(session: StudySession, card: OpenCard, asked: AskedSide): Promise<void> {
    const shown = performance.now();
    await this.#around.time.answer();
    if (this.#around.ended.aborted) return;
    const ms = performance.now() - shown;
    const rating = this.#rating(card);
    const body = session.rate(card, rating, {
      seconds: Math.round(ms / 1_000),
      now: Date.now(),
      // The larger part of the time is spent before the card is turned.
      turned: { asked, typed: this.#typed(rating), think_ms: Math.round(ms * (0.5 + 0.3 * Math.random())) },
    });
    if (body) this.#sender.add(card.cardId, body);
  }

  /** A student that knows a word may still miss its marks. */
  #typed(rating: Rating): Typed {
    if (!this.#types) return 'none';
    if (rating !== 2) return Math.random() < 0.5 ? 'wrong' : 'none';
    return Math.random() < 0.15 ? 'accent' : 'right';
  }

  /** Each try halves what stands in the way. */
  #rating({ tries }: OpenCard): Rating {
    if (Math.random() < 1 - (1 - this.#skill) * 0.5 ** tries) return 2;
    return Math.random() < 0.5 ? 1 : 0;
  }

  /** As a person presses "try again" until it works. */
  async #call<C extends Call>(call: C, ...given: CallOptions<C>): Promise<Answer<C>> {
    return await tryAgain(() => this.#client.call(call, ...given), {
      signal: this.#around.ended,
      onFailure: () => this.#score.failed(),
    });
  }
}
