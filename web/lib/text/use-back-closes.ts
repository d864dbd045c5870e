import { useEffectEvent, useId, useLayoutEffect } from 'react';
import { browserClock } from '../live/timing.ts';

/** The dialogs that are open now, in all of the client. */
const open = new Set<string>();

/** The dialogs that were open at the browser's present entry of the history, the topmost last. */
const ofEntry = (): string[] => (history.state as { dialogs?: string[] } | null)?.dialogs ?? [];

/** What is done once a step back, which ends later than it was asked for, has ended; null while there is none. */
let afterStep: (() => void)[] | null = null;

function stepBack(): void {
  afterStep = [];
  const ended = () => {
    history.scrollRestoration = 'auto';
    const waiting = afterStep ?? [];
    afterStep = null;
    for (const work of waiting) work();
  };
  // Heard before a dialog that has opened meanwhile hears of it: this step is not about that one.
  window.addEventListener('popstate', ended, { once: true });
  history.back();
}

/** Gives the dialog an entry of the history. One that a closed dialog has left there is taken over. */
function enter(id: string): void {
  open.add(id);
  if (afterStep) {
    afterStep.push(() => {
      if (open.has(id)) enter(id);
    });
    return;
  }
  const before = ofEntry();
  if (before.at(-1) === id) return;
  const state = { ...history.state, dialogs: [...before.filter((other) => open.has(other)), id] };
  if (before.length > 0 && !open.has(before.at(-1) ?? '')) history.replaceState(state, '');
  else {
    // The step back ends when the page may have gone on: the browser would scroll it to where the dialog was opened.
    history.scrollRestoration = 'manual';
    history.pushState(state, '');
  }
}

/** Takes the entry away again, unless something has taken its place: closing a dialog may lead to another page. */
function leave(id: string): void {
  open.delete(id);
  browserClock.after(0, () => {
    if (open.has(id)) return;
    if (ofEntry().at(-1) === id) stepBack();
    else history.scrollRestoration = 'auto';
  });
}

/** Lets the browser's Back close a dialog instead of leaving the page below it. */
export function useBackCloses(opened: boolean, onClose: () => void): void {
  const id = useId();
  const close = useEffectEvent(onClose);
  // Not later than the dialog is seen: Back then means the dialog.
  useLayoutEffect(() => {
    if (!opened) return;
    enter(id);
    const onBack = () => {
      if (!ofEntry().includes(id)) close();
    };
    window.addEventListener('popstate', onBack);
    return () => {
      window.removeEventListener('popstate', onBack);
      leave(id);
    };
  }, [opened, id]);
}
