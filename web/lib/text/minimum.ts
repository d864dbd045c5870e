/** The number that a field for a minimum holds, 0 when it is empty; null when it is no number of at least 0. */
export function readMinimum(text: string): number | null {
  const value = text.trim() === '' ? 0 : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
