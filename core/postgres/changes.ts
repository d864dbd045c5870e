import pg, { type Pool } from 'pg';

/**
 * SQL that announces changes, such as `users:7`, to programs that keep or show them; empty when there are none. A rebuild's
 * search path finds another function of that name, which does nothing.
 */
export const announcing = (what: readonly string[]): string =>
  what.length
    ? `select announce(what) from unnest(array[${[...new Set(what)].map(pg.escapeLiteral).join()}]) what`
    : '';

/** Announces what comes while its last statement is under way by the next one: they share a commit. */
class Announcer {
  readonly #pool: Pool;
  #what: string[] = [];
  #sent = Promise.resolve();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  announce(what: readonly string[]): Promise<void> {
    if (what.length && !this.#what.length) this.#sent = this.#sent.then(() => this.#send());
    this.#what.push(...what);
    return this.#sent;
  }

  async #send(): Promise<void> {
    const what = this.#what;
    this.#what = [];
    // The change itself is committed: it must not seem to have failed.
    await this.#pool.query(`/* send */ ${announcing(what)}`).catch(() => {});
  }
}

const ANNOUNCERS = new WeakMap<Pool, Announcer>();

/**
 * Announces changes that were committed by a statement of their own. Resolves when they are announced, together with
 * others. When that fails, open pages show them with the next change only.
 */
export const announceCommitted = (pool: Pool, what: readonly string[]): Promise<void> =>
  ANNOUNCERS.getOrInsertComputed(pool, () => new Announcer(pool)).announce(what);

/**
 * Deletes announcements that are older than an hour: programs that have not heard them since have forgotten all that they
 * keep. Those that came with a dump of another server go as well: transactions of the same numbers are still to come. Of several
 * processes one does it, and the others nothing.
 */
export async function forgetChanges(pool: Pool): Promise<void> {
  await pool.query(
    `/* forgetChanges */ delete from changes
     where (at < now() - interval '1 hour' or tx >= pg_snapshot_xmax(pg_current_snapshot()))
       and (select pg_try_advisory_xact_lock(hashtext('nho changes')))`,
  );
}
