import { randomUUID } from 'node:crypto';
import type { Answer, Call } from '../../core/api.ts';
import type { AskedSide, ProgressBody, Rating, Typed } from '../../core/learning/learning.schema.ts';
import { LEARNING_MAX, ROUND_SIZE, SET_LIMIT_MAX } from '../../core/learning/learning-limits.ts';
import type { StudyCard } from '../../core/learning/study-card.schema.ts';
import { StartError } from '../command/start-error.ts';
import type { NewPerson, Surroundings } from './classroom-set-up.ts';
import { CallError, type CallOptions, type ProductClient, tryAgain } from './product-client.ts';
import type { Scoreboard } from './scoreboard.ts';

/** How a card was asked, as it is sent to the server with the answer. */
type Turned = Required<Pick<ProgressBody, 'typed' | 'asked' | 'think_ms'>>;

/** A card of the session that is not yet done. */
interface OpenCard {
  cardId: number;
  type: 'new' | 'review';
  /** On its way back into memory; the server knows no such state. */
  learning: boolean;
  /** The first answer to it in this session. */
  first: Rating | undefined;
  tries: number;
  sent: boolean;
}

/** The learning session of one deck by the client's rules: what is asked when, and which answers reach the server. */
export class StudySession {
  readonly #known = new Set<number>();
  #open: OpenCard[] = [];

  /** Takes in what the server gave; returns how many of the cards are new to this session. */
  add(cards: StudyCard[]): number {
    const fresh = cards.filter(({ id }) => !this.#known.has(id));
    for (const { id, progresses } of fresh) {
      this.#known.add(id);
      const type = progresses.length > 0 ? 'review' : 'new';
      this.#open.push({ cardId: id, type, learning: false, first: undefined, tries: 0, sent: false });
    }
    return fresh.length;
  }

  get isOver(): boolean {
    return this.#open.length === 0;
  }

  /** Everything that was loaded has been met: the server is to be asked for more. */
  get needsMore(): boolean {
    return this.#open.every(({ learning }) => learning);
  }

  /** How many cards to ask for, so that at least a round of unknown ones is among them. */
  get moreLimit(): number {
    return Math.min(SET_LIMIT_MAX, ROUND_SIZE + this.#open.filter(({ sent }) => !sent).length);
  }

  /** Learning cards first, then new ones, then reviews. Fixed when it starts. */
  round(): OpenCard[] {
    const learning = this.#open.filter((card) => card.learning);
    const met = this.#open.filter((card) => !card.learning);
    const [fresh, review] = [
      met.filter(({ type }) => type === 'new'),
      met.filter(({ type }) => type === 'review'),
    ];
    return [...learning, ...fresh, ...review].slice(0, ROUND_SIZE);
  }

  /**
   * Rates the current card. A review card is sent with its first answer, whatever it is, and never again in this
   * session. A new card is sent only when it is known, with its first answer and the number of tries.
   */
  rate(
    card: OpenCard,
    rating: Rating,
    { seconds, now, turned }: { seconds: number; now: number; turned: Turned },
  ): ProgressBody | undefined {
    card.first ??= rating;
    card.tries += 1;
    const mustSend = !card.sent && (rating === 2 || (card.type === 'review' && !card.learning));
    card.sent ||= mustSend;
    if (rating === 2) this.#open = this.#open.filter((other) => other !== card);
    else card.learning ||= this.#open.filter(({ learning }) => learning).length < LEARNING_MAX;
    if (!mustSend) return undefined;
    return {
      status: rating,
      time_spent: seconds,
      card_type: card.type,
      first_status: card.first,
      tries: card.tries,
      answered_at: now,
      ...turned,
      mode: 'session',
    };
  }
}

interface WaitingAnswer {
  cardId: number;
  body: ProgressBody;
  /** Stays the same with every try, so that the server counts the answer once. */
  id: string;
}

/** Sends a student's answers in the order given, one at a time, each until the server has it. */
class AnswerSender {
  readonly #client: ProductClient;
  readonly #score: Scoreboard;
  readonly #givenUp: AbortSignal;
  readonly #waiting: WaitingAnswer[] = [];
  #sending: Promise<void> | undefined;

  /** After `givenUp` nothing is tried again. */
  constructor(client: ProductClient, score: Scoreboard, givenUp: AbortSignal) {
    this.#client = client;
    this.#score = score;
    this.#givenUp = givenUp;
  }

  add(cardId: number, body: ProgressBody): void {
    this.#waiting.push({ cardId, body, id: randomUUID() });
    this.#score.waiting += 1;
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    const tries = { signal: this.#givenUp, onFailure: () => this.#score.failed() };
    for (let answer = this.#waiting[0]; answer; answer = this.#waiting[0]) {
      const post = this.#post.bind(this, answer);
      try {
        await tryAgain(post, tries);
      } catch (error) {
        if (this.#givenUp.aborted) return;
        if (!(error instanceof CallError)) throw error;
        this.#score.refused(error);
      }
      this.#waiting.shift();
      this.#score.waiting -= 1;
    }
  }

  async #post({ cardId, body, id }: WaitingAnswer): Promise<void> {
    const start = performance.now();
    const { data } = await this.#client.call('POST /api/cards/:cardId/progress', {
      params: { cardId },
      body,
      headers: { 'idempotency-key': id },
    });
    this.#client.wrote(data.position);
    this.#score.answered(performance.now() - start);
  }
}

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
