import { readSession } from '../../lib/kept/stored-session.ts';
import type { SessionSource } from './session.state.ts';

interface Opened {
  controller: { close(): void };
}

/**
 * One learning session that is opened before its page is drawn, which takes it over. The page may come later than the
 * end of the login with which it was opened: then the session has been refused, and is nothing for the next login.
 */
export class SessionAhead<S extends Opened> {
  #ahead: { source: SessionSource; token: string | null; opened: S } | undefined;

  put(source: SessionSource, opened: S): void {
    this.#ahead = { source, token: readSession().token, opened };
  }

  /** Returns what was opened for this source with the login of now, once; closes any other. */
  take(source: SessionSource): S | undefined {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead?.source === source && ahead.token === readSession().token) return ahead.opened;
    ahead?.opened.controller.close();
    return undefined;
  }
}
