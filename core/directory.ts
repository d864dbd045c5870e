import type { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Role } from './account/roles.ts';
import { type Change, type ChangeFeed, LOST_MS } from './change-feed.ts';
import { classesTaughtBy } from './class-rights.ts';
import { decksOfClasses, isPrivate, type ShareRight } from './deck-rights.ts';
import { growingCache } from './growing-cache.ts';
import { studentsMakeDecks } from './students-make-decks.ts';

/** What authorising a request needs of an account. */
export interface KnownAccount {
  id: number;
  role: Role;
  tokenVersion: number;
  /** Ids of its tokens that were ended before their time. */
  endedTokens: string[];
  timeZone: string;
  /** Somebody else gave the password, and its owner has not chosen another one yet. */
  mustChangePassword: boolean;
  /** When the account is to be erased, and the reason, such as `2026-12-07T08:00:00.000Z own`; null: it stays. */
  end: string | null;
  /** A teacher whom the administrator has not let in yet. */
  awaitsApproval: boolean;
  isDisabled: boolean;
}

/** What authorising a request needs of a deck. */
export interface KnownDeck {
  id: number;
  ownerId: number;
  isOfficial: boolean;
  /** A student's own. */
  isPrivate: boolean;
  /** By the ids of the teachers with whom it is shared. */
  shares: Readonly<Record<number, ShareRight>>;
}

/** What authorising a request needs of a class. */
export interface KnownClass {
  id: number;
  /** Its owner. */
  teacherId: number;
  /** The teachers who teach it with the owner. */
  colleagueIds: number[];
}

/** What authorising a request needs of an exam. */
export interface KnownExam {
  id: number;
  teacherId: number;
}

/** Plain SQL, prepared once each: nearly every request depends on some of these. */
const QUERIES = {
  users: `select id, role, token_version as "tokenVersion", time_zone as "timeZone",
      must_change_password as "mustChangePassword",
      to_char(delete_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z "') || delete_reason as "end",
      awaits_approval as "awaitsApproval", disabled_at is not null as "isDisabled",
      array(select token_id from ended_tokens where user_id = u.id and ends_at > now()) as "endedTokens"
    from users u where id = $1`,
  decks: `select id, user_id as "ownerId", is_official as "isOfficial", ${isPrivate('d')} as "isPrivate",
      (select coalesce(json_object_agg(teacher_id, may), '{}') from deck_shares where deck_id = d.id) as shares
    from decks d where id = $1`,
  cards: 'select id, deck_id as "deckId", meaning from cards where id = $1',
  classes: `select id, teacher_id as "teacherId",
      array(select teacher_id from class_teachers where class_id = c.id) as "colleagueIds"
    from classes c where id = $1`,
  exams: 'select id, teacher_id as "teacherId" from exams where id = $1',
  // By account; the decks of the classes in which it is approved, and of those that it teaches.
  class_members: `select array(${decksOfClasses('$1')}
    union select deck_id from class_decks where class_id in (${classesTaughtBy('$1')})) as "deckIds"`,
};

/** A token that was ended must be refused within seconds, also while changes are not heard and nobody knows yet. */
const ACCOUNT_HEARD_MS = 3_000;

type Table = keyof typeof QUERIES;

/**
 * Keeps accounts, decks, cards, classes and exams by id in memory, as long as the change feed confirms them. Every
 * request needs them for its authorisation, and they change a million times less often than that.
 */
export class Directory {
  readonly #pool: Pool;
  readonly #feed: ChangeFeed;
  readonly #tables: Record<Table, LRUCache<number, object>>;

  constructor(pool: Pool, feed: ChangeFeed) {
    this.#pool = pool;
    this.#feed = feed;
    this.#tables = Object.fromEntries(
      Object.keys(QUERIES).map((table) => [table, this.#cache(table as Table)]),
    ) as Record<Table, LRUCache<number, object>>;
    feed.listen({
      onChange: ({ table, id }: Change) => {
        // The decks of a class change rarely, and its students are not at hand here: all are read again.
        if (table === 'class_decks') this.#tables.class_members.clear();
        else this.#tables[table as Table]?.delete(id);
      },
      onReset: () => {
        for (const cache of Object.values(this.#tables)) cache.clear();
      },
    });
  }

  account(id: number): Promise<KnownAccount | undefined> | KnownAccount {
    return this.#find<KnownAccount>('users', id);
  }

  /** The account as it is now in the database. */
  reloadAccount(id: number): Promise<KnownAccount | undefined> {
    this.#tables.users.delete(id);
    return Promise.resolve(this.account(id));
  }

  deck(id: number): Promise<KnownDeck | undefined> | KnownDeck {
    return this.#find<KnownDeck>('decks', id);
  }

  /** The deck as it is now in the database. */
  reloadDeck(id: number): Promise<KnownDeck | undefined> {
    this.#tables.decks.delete(id);
    return Promise.resolve(this.deck(id));
  }

  /** Whether students may make decks of their own; asked each time, since few ask and the answer holds at once. */
  async studentsMakeDecks(): Promise<boolean> {
    return studentsMakeDecks(this.#pool);
  }

  class(id: number): Promise<KnownClass | undefined> | KnownClass {
    return this.#find<KnownClass>('classes', id);
  }

  /** The class as it is now in the database. */
  reloadClass(id: number): Promise<KnownClass | undefined> {
    this.#tables.classes.delete(id);
    return Promise.resolve(this.class(id));
  }

  exam(id: number): Promise<KnownExam | undefined> | KnownExam {
    return this.#find<KnownExam>('exams', id);
  }

  /**
   * True when the deck belongs to a class in which the account is approved, or that it teaches. A no is asked of the
   * database itself.
   */
  async hasInClass(accountId: number, deckId: number): Promise<boolean> {
    const known = await this.#find<{ deckIds: number[] }>('class_members', accountId);
    if (known?.deckIds.includes(deckId)) return true;
    // Approved a moment ago, perhaps, and not heard of yet.
    this.#tables.class_members.delete(accountId);
    const now = await this.#find<{ deckIds: number[] }>('class_members', accountId);
    return now?.deckIds.includes(deckId) ?? false;
  }

  /** The deck of a card. A card never moves to another deck. */
  async deckOfCard(cardId: number): Promise<KnownDeck | undefined> {
    const card = await this.#find<{ deckId: number }>('cards', cardId);
    return card && this.deck(card.deckId);
  }

  /**
   * Which meaning of a card an answer is of that says it is of `shown`. Without a word of it, it is the card's own; one
   * that the card does not have yet is asked of the database.
   */
  async meaningOfCard(cardId: number, shown: number | undefined): Promise<number> {
    const known = await this.#find<{ meaning: number }>('cards', cardId);
    const meaning = known?.meaning ?? 1;
    if (shown === undefined || shown <= meaning) return shown ?? meaning;
    this.#tables.cards.delete(cardId);
    const now = await this.#find<{ meaning: number }>('cards', cardId);
    return Math.min(shown, now?.meaning ?? 1);
  }

  #find<T extends object>(table: Table, id: number): Promise<T | undefined> | T {
    const isHeard = this.#feed.heardWithin(table === 'users' ? ACCOUNT_HEARD_MS : LOST_MS);
    const known = isHeard ? this.#tables[table].get(id) : undefined;
    if (known) return known as T;
    return (isHeard ? this.#tables[table].fetch(id) : this.#load(table, id)) as Promise<T | undefined>;
  }

  /** A change that arrives while a row is being read drops that read's answer, since `delete` ends the fetch. */
  #cache(table: Table): LRUCache<number, object> {
    return growingCache<number, object>(50_000, {
      ignoreFetchAbort: true,
      fetchMethod: (id) => this.#load(table, id),
    });
  }

  async #load(table: Table, id: number): Promise<object | undefined> {
    const { rows } = await this.#pool.query({
      name: `directory_${table}`,
      text: QUERIES[table],
      values: [id],
    });
    return rows[0];
  }
}
