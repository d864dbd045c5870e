import type { Trial } from '../../../core/learning/answering/trial.schema.ts';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { makeUuid } from '../../lib/call/uuid.ts';
import { createListeners } from '../../lib/live/listeners.ts';
import { sessionReducer } from '../session/session.reducer.ts';
import type { SessionEvent, Turned } from '../session/session.state.ts';
import { resumeSession, startSession } from '../session/session-loading.ts';
import { type KeptTrial, type TrialStore, VERSION } from '../trial-store.ts';

interface TrialParts {
  deckId: number;
  load: () => Promise<Trial>;
  store: TrialStore;
  now: () => number;
}

export interface TrialView {
  status: 'loading' | 'ready' | 'failed';
  error: unknown;
  trial: KeptTrial | null;
  /** False when this browser keeps nothing: then nothing can come of the answers. */
  isKept: boolean;
}

/** A guest's session over the first cards of a deck. Nothing is sent: all is kept in this browser. */
export function createTrialController({ deckId, load, store, now }: TrialParts) {
  const listeners = createListeners();
  let view: TrialView = { status: 'loading', error: null, trial: null, isKept: true };
  let closed = false;

  function show(next: Partial<TrialView>): void {
    view = { ...view, ...next };
    listeners.notify();
  }

  const keep = (trial: KeptTrial) =>
    show({ status: 'ready', error: null, trial, isKept: store.write(trial) });

  const begun = ({ deck, cards }: Trial): KeptTrial => ({
    version: VERSION,
    writtenAt: now(),
    step: 0,
    deck,
    state: startSession({
      source: deck.id,
      // Of a guest no study day is known; the server gives each answer its own.
      day: '',
      cards,
      counts: { newCardsToday: cards.length, reviewCardsToday: 0 },
      completed: false,
      answerSeed: makeUuid(),
    }),
    answers: [],
  });

  const resumed = (kept: KeptTrial) =>
    show({
      status: 'ready',
      error: null,
      trial: { ...kept, state: resumeSession(kept.state, now()) },
      isKept: true,
    });

  async function open(): Promise<void> {
    closed = false;
    const kept = store.read(deckId);
    if (kept) return resumed(kept);
    show({ status: 'loading', error: null, trial: null });
    try {
      const trial = await load();
      if (closed) return;
      // Another tab may have begun it meanwhile.
      const other = store.read(deckId);
      if (other) resumed(other);
      else keep(begun(trial));
    } catch (error) {
      if (!closed) show({ status: 'failed', error });
    }
  }

  /**
   * True when another tab went on with this trial, which then shows here: no card is answered in two places. What was
   * claimed there by a registration, or is too old, begins again.
   */
  function follow(): boolean {
    if (!view.trial || !view.isKept) return false;
    const kept = store.read(deckId);
    const isOurs = kept?.state.answerSeed === view.trial.state.answerSeed;
    if (kept && isOurs && kept.step <= view.trial.step) return false;
    if (kept) resumed(kept);
    else void open();
    return true;
  }

  function apply(event: SessionEvent): void {
    if (!view.trial || follow()) return;
    const { state, send } = sessionReducer(view.trial.state, event);
    if (state === view.trial.state) return;
    const { trial } = view;
    keep({
      ...trial,
      writtenAt: now(),
      step: trial.step + 1,
      state: { ...state, past: [] },
      answers: [...trial.answers, ...send],
    });
  }

  return {
    open,
    follow,
    view: (): TrialView => view,
    subscribe: listeners.add,
    reveal: (turned?: Turned) => apply({ type: 'revealed', now: now(), ...(turned && { turned }) }),
    rate: (rating: Rating) => apply({ type: 'rated', rating, now: now(), answerId: makeUuid() }),
    close(): void {
      closed = true;
    },
  };
}
