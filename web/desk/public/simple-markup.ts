/** A piece of a text: a run of letters, or a line break. */
export type Piece = { kind: 'text'; text: string; bold: boolean } | { kind: 'break' };

const TAG = /<(\/?)(b|strong|br)\s*\/?>/gi;

/** Splits a text at `<b>`, `<strong>` and `<br>`; every other tag is text like any other. */
export function parseSimpleMarkup(source: string): Piece[] {
  const pieces: Piece[] = [];
  let depth = 0;
  let from = 0;
  const addText = (to: number) => {
    if (to > from) pieces.push({ kind: 'text', text: source.slice(from, to), bold: depth > 0 });
  };
  for (const match of source.matchAll(TAG)) {
    addText(match.index);
    from = match.index + match[0].length;
    const isBreak = match[2]?.toLowerCase() === 'br';
    if (isBreak) pieces.push({ kind: 'break' });
    else depth = Math.max(0, depth + (match[1] ? -1 : 1));
  }
  addText(source.length);
  return pieces;
}
