/** A piece of a text, and whether the other text lacks it. */
export interface TextPart {
  text: string;
  differs: boolean;
}

const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];

/** How many words the ends of two texts have in common, from each pair of words on; row by row. */
function commonFrom(a: readonly string[], b: readonly string[]): Uint16Array {
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] =
        a[i] === b[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  return common;
}

function add(parts: TextPart[], text: string, differs: boolean): void {
  const last = parts.at(-1);
  if (last?.differs === differs) last.text += text;
  else parts.push({ text, differs });
}

/** Returns two texts in parts: what both have, word by word and in the same order, and what only one has. */
export function textDifference(before: string, after: string): { before: TextPart[]; after: TextPart[] } {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const common = commonFrom(a, b);
  const width = b.length + 1;
  const parts = { before: [] as TextPart[], after: [] as TextPart[] };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add(parts.before, a[i++]!, false);
      add(parts.after, b[j++]!, false);
    } else if (j === b.length || (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
      add(parts.before, a[i++]!, true);
    else add(parts.after, b[j++]!, true);
  }
  return parts;
}
