/** What `setTimeout` and `clearTimeout` do; tests bring their own clock. */
export interface Timers<Handle = unknown> {
  set(callback: () => void, ms: number): Handle;
  clear(handle: Handle): void;
}

export const browserTimers: Timers<number> = {
  set: (callback, ms) => window.setTimeout(callback, ms),
  clear: (handle) => window.clearTimeout(handle),
};
