import type { Deck, DeckSettings } from '../../../core/deck/deck.schema.ts';
import type { Aside } from '../../../core/learning/choosing/card-mark.schema.ts';
import type { LearningFailure } from './learning-failure.ts';
import type { SessionState } from './session.state.ts';

/** What the page shows. */
export interface SessionView {
  status: 'loading' | 'ready' | 'failed';
  failure: LearningFailure | null;
  /** Null until it is loaded, and in a session over all decks; so are the settings. */
  deck: Deck | null;
  settings: DeckSettings | null;
  session: SessionState | null;
  /** The next cards don't come for now, while the session needs more. */
  stuck: boolean;
}

export const LOADING: SessionView = {
  status: 'loading',
  failure: null,
  deck: null,
  settings: null,
  session: null,
  stuck: false,
};

/** What the page does besides: a notice, or going elsewhere. */
export type SessionNews =
  | { type: 'failed'; error: unknown }
  /** The calls go one by one now. */
  | { type: 'batch-failed' }
  | { type: 'end-failed' }
  | { type: 'settings-saved' }
  /** What a student noted of a card was not kept. */
  | { type: 'mark-failed'; error: unknown }
  | { type: 'put-aside'; aside: Aside }
  /** `home` is the dashboard of the user's own role. */
  | { type: 'leave'; to: 'login' | 'dashboard' | 'home' };
