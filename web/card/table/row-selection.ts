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

/** The cards that are selected, and from which one a range goes on. */
export interface RowSelection {
  ids: ReadonlySet<number>;
  anchor: number | null;
}

export const NO_ROWS: RowSelection = { ids: new Set(), anchor: null };

export function toggled({ ids }: RowSelection, id: number): RowSelection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Selects what stands from the anchor to a card as well; the anchor stays. */
export function withRange(
  { ids, anchor }: RowSelection,
  shown: readonly { id: number }[],
  to: number,
): RowSelection {
  const from = shown.findIndex(({ id }) => id === anchor);
  const end = shown.findIndex(({ id }) => id === to);
  if (end < 0) return { ids, anchor };
  const start = from < 0 ? end : from;
  const range = shown.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { ids: new Set([...ids, ...range.map(({ id }) => id)]), anchor: from < 0 ? to : anchor };
}

export const allRows = (shown: readonly { id: number }[], anchor: number | null): RowSelection => ({
  ids: new Set(shown.map(({ id }) => id)),
  anchor,
});

/** Without cards that are no longer in the deck. */
export function withoutGone(selection: RowSelection, cards: readonly { id: number }[]): RowSelection {
  if (selection.ids.size === 0) return selection;
  const ids = new Set(cards.map(({ id }) => id).filter((id) => selection.ids.has(id)));
  return ids.size === selection.ids.size ? selection : { ...selection, ids };
}
