import type { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { learns, type Role } from '../contract/roles.ts';
import { type Change, type ChangeFeed, LOST_MS } from '../postgres/change-feed.ts';
import type { Db } from '../postgres/transaction.ts';
import { growingCache } from '../process/growing-cache.ts';
import { classesTaughtBy } from './class-rights.ts';
import { decksOfClasses, isPrivate, type ShareRight } from './deck-rights-sql.ts';

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

/** What authorising a request needs of a card, and what an answer to it is of. */
export interface KnownCard {
  id: number;
  deck: KnownDeck;
  /** The meaning that it has now. */
  meaning: number;
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

/** Returns what is known of a row, for an account that has a right to it. */
export type Requires<K> = (directory: Directory, account: KnownAccount, id: number) => Promise<K>;

/** Plain SQL, prepared once each: nearly every request depends on some of these. */
const QUERIES: Record<Table, string> = {
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

/** Returns whether a role may make and change decks of its own: students may where the site lets them. */
export async function mayMake(db: Db, role: Role): Promise<boolean> {
  if (!learns(role)) return true;
  const { rows } = await db.query<{ allowed: boolean }>({
    name: 'students_make_decks',
    text: 'select students_make_decks as allowed from site_settings',
  });
  return rows[0]!.allowed;
}

/** What is known of a row, by its table. */
interface Known {
  users: KnownAccount;
  decks: KnownDeck;
  cards: { deckId: number; meaning: number };
  classes: KnownClass;
  exams: KnownExam;
  class_members: { deckIds: number[] };
}

type Table = keyof Known;

/** At once when it is in memory. */
type Found<T extends Table> = Promise<Known[T] | undefined> | Known[T];

/** What a read of a row that is not there found. */
const ABSENT = {};

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

  account(id: number): Found<'users'> {
    return this.#find('users', id);
  }

  deck(id: number): Found<'decks'> {
    return this.#find('decks', id);
  }

  class(id: number): Found<'classes'> {
    return this.#find('classes', id);
  }

  exam(id: number): Found<'exams'> {
    return this.#find('exams', id);
  }

  /** What is known of a row as it is now in the database. */
  async reload<T extends Table>(table: T, id: number): Promise<Known[T] | undefined> {
    this.#tables[table].delete(id);
    return this.#find(table, id);
  }

  /** As `mayMake`; asked each time, since few ask and the answer holds at once. */
  mayMake(role: Role): Promise<boolean> {
    return mayMake(this.#pool, role);
  }

  /**
   * True when the deck belongs to a class in which the account is approved, or that it teaches. A no is asked of the
   * database itself.
   */
  async hasInClass(accountId: number, deckId: number): Promise<boolean> {
    const known = await this.#find('class_members', accountId);
    if (known?.deckIds.includes(deckId)) return true;
    // Approved a moment ago, perhaps, and not heard of yet.
    const now = await this.reload('class_members', accountId);
    return now?.deckIds.includes(deckId) ?? false;
  }

  /** A card with its deck. It never moves to another one. */
  async card(id: number): Promise<KnownCard | undefined> {
    const card = await this.#find('cards', id);
    const deck = card && (await this.deck(card.deckId));
    return deck && { id, deck, meaning: card.meaning };
  }

  /**
   * Which meaning of a card an answer is of that says it is of `shown`. Without a word of it, it is the card's own; one
   * that the card does not have yet is asked of the database.
   */
  async meaningOfAnswer({ id, meaning }: KnownCard, shown: number | undefined): Promise<number> {
    if (shown === undefined || shown <= meaning) return shown ?? meaning;
    const now = await this.reload('cards', id);
    return Math.min(shown, now?.meaning ?? 1);
  }

  #find<T extends Table>(table: T, id: number): Found<T> {
    if (!this.#feed.heardWithin(table === 'users' ? ACCOUNT_HEARD_MS : LOST_MS)) return this.#load(table, id);
    const known = this.#tables[table].get(id);
    if (known && known !== ABSENT) return known as Known[T];
    return this.#tables[table].fetch(id).then((found) => {
      if (found !== ABSENT) return found as Known[T];
      // It may be made at any moment, which no change announces.
      this.#tables[table].delete(id);
      return undefined;
    });
  }

  /** A change that arrives while a row is being read drops that read's answer, since `delete` ends the fetch. */
  #cache(table: Table): LRUCache<number, object> {
    return growingCache<number, object>(50_000, {
      ignoreFetchAbort: true,
      // A dropped read without an answer would fail.
      fetchMethod: async (id) => (await this.#load(table, id)) ?? ABSENT,
    });
  }

  async #load<T extends Table>(table: T, id: number): Promise<Known[T] | undefined> {
    const { rows } = await this.#pool.query<Known[T]>({
      name: `directory_${table}`,
      text: QUERIES[table],
      values: [id],
    });
    return rows[0];
  }
}
