import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import { countAttempt, giveBackAttempt } from '../access/attempts.ts';
import type { NewcomerPlaces } from '../access/code-guard.ts';
import { AppError } from '../contract/errors.ts';
import { type Db, inTransaction, type Tx } from '../postgres/transaction.ts';
import type { Account } from './account.entity.ts';
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

/** The accounts that somebody may mean who types a login name. */
export interface LoginAccounts {
  /** Whose address or user name it is. */
  own: Account | undefined;
  /** One that claims the address, and has not confirmed it. */
  claim: Account | undefined;
}

/** Whose tries are counted, and where. */
interface Tries {
  who: string;
  device: string;
  /** The place of the caller that the account knows. */
  known: Buffer | null;
  /** Somebody uses the device, or has of late. */
  isInUse: boolean;
}

/** Thrown for a password that was looked at and was wrong; everything else says nothing of it. */
const isWrong = (error: unknown): boolean =>
  error instanceof AppError && ['wrong_credentials', 'wrong_current_password'].includes(error.code);

/** Returns a refusal instead of throwing it. */
const orRefusal = <T>(work: Promise<T>): Promise<T | AppError> =>
  work.catch((error) => {
    if (error instanceof AppError) return error;
    throw error;
  });

/**
 * Ends the trying out of passwords, in all processes together. Attempts are counted before a password is looked at, and
 * a right one is given back. Each known device and each known address of an account has a count of its own. All other
 * places of the world share one. So a stranger's guesses never lock out an owner from a known place. A machine on which
 * somebody else has logged in has some tries besides: who guesses beside it, at a school's address, keeps nobody out
 * there. What is counted is the name that was typed, whether anybody has it or not.
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
   * Does `check`, which looks at the passwords of the accounts of a login name, or of none. It gets those accounts only
   * that have tries left for the caller, each counted by itself: what a claim knows gives nobody more tries at the account
   * that has the address. Throws what it throws, `too_many_requests` when there were too many wrong ones, and `overloaded`.
   */
  async login<T>(
    { own, claim }: LoginAccounts,
    login: string,
    caller: Caller,
    check: (open: LoginAccounts) => Promise<T>,
  ): Promise<T> {
    const who = login.trim().toLowerCase();
    const { known, isInUse } = await this.#knownPlaces([own, claim], this.placesOf(caller));
    const knowing = [own, claim].find((_, index) => known[index]);
    const line = knowing
      ? { isKnown: true, name: String(knowing.id) }
      : { isKnown: false, name: networkOf(caller.address) };
    // An account that has not confirmed the address has tries like a claim's: none of before count.
    const isUnconfirmed = Boolean(own?.claimed_email);
    const ownName = isUnconfirmed ? `claim ${who}` : who;
    const ownTries = { who: ownName, device: caller.device, known: known[0]!, isInUse };
    if (!claim) {
      const count = async () => ({ places: await this.#countLogin(ownTries) });
      return this.#guard(count, line, () => check({ own, claim }));
    }
    // The claim's tries alone decide: a caller with a claim sees the same, at the same cost, whether an account has the address.
    const count = async () => {
      const claimTries = {
        ...ownTries,
        who: isUnconfirmed ? `another claim ${who}` : `claim ${who}`,
        known: known[1]!,
      };
      const forClaim = await this.#countLogin(claimTries);
      const forOwn = await orRefusal(this.#countLogin(ownTries));
      if (forOwn instanceof AppError) return { places: forClaim, open: { own: undefined, claim } };
      return { places: [...forOwn, ...forClaim], open: { own, claim } };
    };
    return this.#guard(count, line, ({ open }) => check(open));
  }

  /** Likewise for the password of an account that is logged in: each session has a count of its own. */
  session<T>(accountId: number, session: string, check: () => Promise<T>): Promise<T> {
    const place = this.#digest('session', String(accountId), session);
    const count = async () => ({ places: await this.#count(place) });
    return this.#guard(count, { isKnown: true, name: String(accountId) }, check);
  }

  /**
   * Counts an email that somebody asks to be sent to an address, whether anybody has it or not. Throws
   * `too_many_emails_to_address` after a few to one address, or `too_many_emails_from_network` after very many from one
   * network: a whole school may be in it. Without `from`, for a registration, the network counts nothing, since a school
   * registers within an hour. It has a count of its own: asking for other emails keeps nobody from registering.
   */
  async countEmail(db: Db, to: string, from?: string): Promise<void> {
    const use = from === undefined ? 'letter of a registration to' : 'letter to';
    const address = this.#digest(use, to.trim().toLowerCase());
    const window = EMAILS_WINDOW;
    await countAttempt(db, {
      place: address,
      max: EMAILS_TO_ONE,
      window,
      code: 'too_many_emails_to_address',
    });
    if (from === undefined) return;
    await countAttempt(db, {
      place: this.#digest('letters from', networkOf(from)),
      max: EMAILS_FROM_ONE,
      window,
      code: 'too_many_emails_from_network',
    });
  }

  /**
   * Counts an email by which an account invites somebody, in the transaction that invites: one that is refused counts
   * nowhere. Throws as `countEmail`, or `too_many_invited`.
   */
  async countInvitation(
    tx: Tx,
    { to, from, accountId }: { to: string; from: string; accountId: number },
  ): Promise<void> {
    const place = this.#digest('letters of', String(accountId));
    await countAttempt(tx, { place, max: EMAILS_BY_ONE, window: INVITED_WINDOW, code: 'too_many_invited' });
    await this.countEmail(tx, to, from);
  }

  /** Remembers where an account has logged in. */
  async remember(accountId: number, caller: Caller): Promise<void> {
    const { rowCount } = await this.#pool.query(
      `/* remember */ insert into login_places (user_id, kind, place, seen_at)
       select $1::integer, p.*, now() from rows from (unnest($2::text[]), unnest($3::bytea[])) p (kind, place)
       where not exists (select 1 from login_places l
         where l.user_id = $1 and l.place = p.place and l.seen_at >= now() - interval '1 day')
       on conflict (user_id, place) do update set seen_at = excluded.seen_at`,
      [accountId, ['device', 'address'], this.placesOf(caller)],
    );
    if (!rowCount) return;
    await this.#pool.query(
      `/* remember */ delete from login_places where (user_id, place) in (
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
    await this.#pool.query('/* forgetOld */ delete from login_attempts where ends_at < now()');
    await this.#pool.query('/* forgetOld */ delete from ended_tokens where ends_at < now()');
    await this.#pool.query('/* forgetOld */ delete from sessions where ends_at < now()');
    await this.#pool.query('/* forgetOld */ delete from school_visits where ends_at < now()');
    await this.#pool.query(
      `/* forgetOld */ delete from login_places where kind = 'device' and seen_at < now() - $1::interval
         or kind <> 'device' and seen_at < now() - $2::interval`,
      [KEPT.device, KEPT.address],
    );
  }

  /** `count` returns the places in which it has counted the attempt. */
  async #guard<T, C extends { places: Buffer[] }>(
    count: () => Promise<C>,
    line: Line,
    check: (counted: C) => Promise<T>,
  ): Promise<T> {
    const counted = await count();
    const { places } = counted;
    let result: T;
    try {
      result = await this.#queue.run(line, () => check(counted));
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

  /**
   * Counts an attempt at the known place, or with all the others together. On a machine that somebody else uses it counts
   * there, until the machine, or all such, has no tries left.
   */
  async #countLogin({ who, device, known, isInUse }: Tries): Promise<Buffer[]> {
    const place = this.#digest('login', who, known?.toString('hex') ?? '');
    if (!isInUse || known?.equals(this.#deviceOf(device))) return this.#count(place);
    const machine = this.#digest('login on a machine', who, device);
    const machines = this.#digest('login on machines', who);
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

  /** Returns the first of `places` that each account has logged in from, and whether anybody uses the machine. */
  async #knownPlaces(
    accounts: readonly (Account | undefined)[],
    places: Buffer[],
  ): Promise<{ known: (Buffer | null)[]; isInUse: boolean }> {
    const { rows } = await this.#pool.query<{ known: Buffer | null; isInUse: boolean }>(
      `/* knownPlaces */ select (select place from login_places where user_id = a.id and place = any ($2::bytea[])
                order by array_position($2::bytea[], place) limit 1) as known,
         exists (select 1 from login_places where kind = 'device' and place = $3 and seen_at > now() - $4::interval) as "isInUse"
       from unnest($1::integer[]) with ordinality a (id, ordinal) order by a.ordinal`,
      [accounts.map((account) => account?.id ?? 0), places, places[0], IN_USE],
    );
    return { known: rows.map(({ known }) => known), isInUse: rows[0]!.isInUse };
  }

  /** The places of a caller. The device comes first: an address may be a whole school's. */
  placesOf({ device, address }: Caller): Buffer[] {
    return [this.#deviceOf(device), this.#digest('address', networkOf(address))];
  }

  #deviceOf(device: string): Buffer {
    return this.#digest('device', device);
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
