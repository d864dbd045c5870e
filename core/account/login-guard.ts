import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import { countAttempt, giveBackAttempt } from '../access/attempts.ts';
import type { NewcomerPlaces } from '../access/code-guard.ts';
import { AppError } from '../contract/errors.ts';
import { type Db, inTransaction } from '../postgres/transaction.ts';
import { ADDRESS_DAYS, DEVICE_DAYS } from './account-limits.ts';
import type { Line, PasswordQueue } from './password-queue.ts';

/** Wrong passwords for one account from one place, or from all the places it does not know, within WINDOW. */
export const TRIES = 10;
/**
 * Likewise, from all the machines together that it does not know and somebody uses: anybody may bring machines of their
 * own.
 */
const TRIES_ON_MACHINES = 30;
const WINDOW = '15 minutes';

/** Emails that people ask for: to one address, and from one network, within EMAILS_WINDOW. */
const EMAILS_TO_ONE = 5;
const EMAILS_FROM_ONE = 200;
const EMAILS_WINDOW = '1 hour';
/** People whom one account may invite by email within INVITED_WINDOW: it is to send nobody's advertising. */
const EMAILS_BY_ONE = 50;
const INVITED_WINDOW = '1 day';

/** How long a place is remembered after its last login: addresses go from hand to hand, devices do not. */
const KEPT = { device: `${DEVICE_DAYS} days`, address: `${ADDRESS_DAYS} days` };

/** Somebody uses a machine whose last login was not long ago; when it was is written down once a day. */
const IN_USE = '2 days';

/** The latest devices, and the latest addresses, of one account that are remembered. */
const PLACES_MAX = 20;

/** The place from which a login comes. */
export interface Caller {
  address: string;
  /** The secret that this server once gave to the browser. */
  device: string;
  /** What the browser says of itself. */
  userAgent?: string | undefined;
}

/** Thrown for a password that was looked at and was wrong; everything else says nothing of it. */
const isWrong = (error: unknown): boolean =>
  error instanceof AppError && ['wrong_credentials', 'wrong_current_password'].includes(error.code);

/**
 * Ends the trying out of passwords, in all processes together. Attempts are counted before a password is looked at, and
 * a right one is given back. Each known device and each known address of an account has a count of its own. All other
 * places of the world share one. So a stranger's guesses never lock out an owner from a known place. A machine on which
 * somebody else has logged in has some tries besides: who guesses beside it, at a school's address, keeps nobody out
 * there.
 */
export class LoginGuard {
  readonly #pool: Pool;
  readonly #queue: PasswordQueue;
  readonly #key: Buffer;

  /** `secret` keys the digests: without it the tables reveal no address and no device. */
  constructor(pool: Pool, queue: PasswordQueue, secret: string) {
    this.#pool = pool;
    this.#queue = queue;
    this.#key = createHmac('sha256', secret).update('logins').digest();
  }

  /**
   * Does `check`, which looks at the password of an account or, without one, of an address that nobody has. Throws what it
   * throws, `too_many_requests` when there were too many wrong ones, and `overloaded`.
   */
  async login<T>(
    account: { id: number } | null,
    email: string,
    caller: Caller,
    check: () => Promise<T>,
  ): Promise<T> {
    const network = networkOf(caller.address);
    const who = account ? String(account.id) : email.trim().toLowerCase();
    const { known, isOnMachine } = await this.#placesOf(account?.id ?? 0, this.#places(caller));
    const line = known ? { isKnown: true, name: who } : { isKnown: false, name: network };
    const place = this.#digest('login', who, known?.toString('hex') ?? '');
    if (!isOnMachine) return this.#guard(() => this.#count(place), line, check);
    const machine = this.#digest('login on a machine', who, caller.device);
    const machines = this.#digest('login on machines', who);
    return this.#guard(() => this.#countOnMachine({ machine, machines, place }), line, check);
  }

  /** Likewise for the password of an account that is logged in: each session has a count of its own. */
  session<T>(accountId: number, session: string, check: () => Promise<T>): Promise<T> {
    const place = this.#digest('session', String(accountId), session);
    return this.#guard(() => this.#count(place), { isKnown: true, name: String(accountId) }, check);
  }

  /**
   * Counts an email that somebody asks to be sent to an address, whether anybody has it or not. Throws
   * `too_many_emails_to_address` after a few to one address, or `too_many_emails_from_network` after very many from one
   * network: a whole school may be in it.
   */
  async countEmail(db: Db, to: string, from: string): Promise<void> {
    const address = this.#digest('letter to', to.trim().toLowerCase());
    const network = this.#digest('letters from', networkOf(from));
    const window = EMAILS_WINDOW;
    await countAttempt(db, {
      place: address,
      max: EMAILS_TO_ONE,
      window,
      code: 'too_many_emails_to_address',
    });
    await countAttempt(db, {
      place: network,
      max: EMAILS_FROM_ONE,
      window,
      code: 'too_many_emails_from_network',
    });
  }

  /** Counts an email by which an account invites somebody. Throws as `countEmail`, or `too_many_invited`. */
  countInvitation({ to, from, accountId }: { to: string; from: string; accountId: number }): Promise<void> {
    const place = this.#digest('letters of', String(accountId));
    // One that is refused counts nowhere.
    return inTransaction(this.#pool, async (tx) => {
      await countAttempt(tx, { place, max: EMAILS_BY_ONE, window: INVITED_WINDOW, code: 'too_many_invited' });
      await this.countEmail(tx, to, from);
    });
  }

  /** Remembers where an account has logged in. */
  async remember(accountId: number, caller: Caller): Promise<void> {
    const { rowCount } = await this.#pool.query(
      `insert into login_places (user_id, kind, place)
       select $1::integer, * from rows from (unnest($2::text[]), unnest($3::bytea[])) p (kind, place)
       on conflict (user_id, place) do update set seen_at = now()
         where login_places.seen_at < now() - interval '1 day'`,
      [accountId, ['device', 'address'], this.#places(caller)],
    );
    if (!rowCount) return;
    await this.#pool.query(
      `delete from login_places where (user_id, place) in (
         select user_id, place from (
           select *, row_number() over (partition by kind order by seen_at desc) as age
           from login_places where user_id = $1) p
         where age > $2)`,
      [accountId, PLACES_MAX],
    );
  }

  /** The network of an address as a place where something else than passwords is counted. */
  networkPlace(use: string, address: string): Buffer {
    return this.#digest(use, networkOf(address));
  }

  /** The places of a browser from which nobody has logged in, for codes. */
  newcomerPlaces({ address, device }: Caller): NewcomerPlaces {
    const use = 'code of a newcomer';
    return {
      device: this.#digest(use, networkOf(address), device),
      network: this.networkPlace(use, address),
    };
  }

  /** Deletes what is no longer needed. */
  async forgetOld(): Promise<void> {
    await this.#pool.query('delete from login_attempts where ends_at < now()');
    await this.#pool.query('delete from ended_tokens where ends_at < now()');
    await this.#pool.query('delete from sessions where ends_at < now()');
    await this.#pool.query('delete from school_visits where ends_at < now()');
    await this.#pool.query(
      `delete from login_places where seen_at < now() - case kind
         when 'device' then $1::interval else $2::interval end`,
      [KEPT.device, KEPT.address],
    );
  }

  /** `count` returns the places in which it has counted the attempt. */
  async #guard<T>(count: () => Promise<Buffer[]>, line: Line, check: () => Promise<T>): Promise<T> {
    const places = await count();
    let result: T;
    try {
      result = await this.#queue.run(line, check);
    } catch (error) {
      if (!isWrong(error)) await this.#giveBack(places).catch(() => {});
      throw error;
    }
    await this.#giveBack(places);
    return result;
  }

  async #count(place: Buffer): Promise<Buffer[]> {
    await countAttempt(this.#pool, { place, max: TRIES, window: WINDOW });
    return [place];
  }

  /** Counts an attempt on a machine that somebody else uses; in `place` once the machine, or all such, has no tries left. */
  async #countOnMachine({ machine, machines, place }: Record<'machine' | 'machines' | 'place', Buffer>) {
    try {
      return await inTransaction(this.#pool, async (tx) => {
        await countAttempt(tx, { place: machine, max: TRIES, window: WINDOW });
        await countAttempt(tx, { place: machines, max: TRIES_ON_MACHINES, window: WINDOW });
        return [machine, machines];
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return this.#count(place);
    }
  }

  async #giveBack(places: Buffer[]): Promise<void> {
    for (const place of places) await giveBackAttempt(this.#pool, place);
  }

  /** Returns the first of `places` that the account has logged in from, and whether others use the machine. */
  async #placesOf(
    accountId: number,
    places: Buffer[],
  ): Promise<{ known: Buffer | null; isOnMachine: boolean }> {
    const { rows } = await this.#pool.query<{ known: Buffer | null; isInUse: boolean }>(
      `select (select place from login_places where user_id = $1 and place = any ($2::bytea[])
                order by array_position($2::bytea[], place) limit 1) as known,
         exists (select from login_places where kind = 'device' and place = $3 and seen_at > now() - $4::interval) as "isInUse"`,
      [accountId, places, places[0], IN_USE],
    );
    const { known, isInUse } = rows[0]!;
    return { known, isOnMachine: isInUse && !known?.equals(places[0]!) };
  }

  /** The device comes first: an address may be a whole school's. */
  #places({ device, address }: Caller): Buffer[] {
    return [this.#digest('device', device), this.#digest('address', networkOf(address))];
  }

  #digest(...words: string[]): Buffer {
    return createHmac('sha256', this.#key).update(JSON.stringify(words)).digest().subarray(0, 16);
  }
}

/** The address, or of IPv6 the /64 in which a household or a school changes its addresses as it likes. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [before = '', after] = address.split('%')[0]!.split('::');
  const groups = before.split(':').filter(Boolean);
  const rest = (after ?? '').split(':').filter(Boolean);
  const zeros = after === undefined ? [] : Array(Math.max(0, 8 - groups.length - rest.length)).fill('0');
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
