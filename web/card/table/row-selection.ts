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
