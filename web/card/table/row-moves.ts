/**
 * Returns behind which card rows go that are moved up or down by one: its id, or null for the first place. Undefined when
 * they are at the end already.
 */
export function neighbourFor(
  shown: readonly { id: number }[],
  ids: ReadonlySet<number>,
  by: 1 | -1,
): number | null | undefined {
  if (by < 0) {
    const first = shown.findIndex(({ id }) => ids.has(id));
    return first <= 0 ? undefined : (shown[first - 2]?.id ?? null);
  }
  const last = shown.findLastIndex(({ id }) => ids.has(id));
  return last < 0 ? undefined : shown[last + 1]?.id;
}

/** Returns behind which card rows go that are dropped onto another one. */
export function neighbourAt(
  shown: readonly { id: number }[],
  onto: number,
  place: 'before' | 'after',
): number | null {
  if (place === 'after') return onto;
  return shown[shown.findIndex(({ id }) => id === onto) - 1]?.id ?? null;
}
