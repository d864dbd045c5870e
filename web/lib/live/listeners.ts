/** Listeners of something. Each is called for all that comes while it is added. */
export function createListeners<Args extends unknown[] = []>() {
  const all = new Set<(...args: Args) => void>();
  return {
    /** Returns a function that stops this. */
    add(listener: (...args: Args) => void): () => void {
      all.add(listener);
      return () => {
        all.delete(listener);
      };
    },
    // A copy, since a listener may add or remove others.
    notify(...args: Args): void {
      for (const listener of [...all]) listener(...args);
    },
  };
}
