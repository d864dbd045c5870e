import { useEffect, useState } from 'react';
import { hasFormula } from '../../core/text/marked-text.ts';
import type { FormulaProps } from './formula.tsx';

type Drawing = typeof import('./formula.tsx');

/** What draws formulas, loaded for the first card that has one. */
let loaded: Drawing | undefined;

async function load(): Promise<Drawing | undefined> {
  try {
    loaded ??= await import('./formula.tsx');
  } catch {
    // Tried again with the next formula: the network may have been away.
  }
  return loaded;
}

/** Resolves when formulas in these texts can be drawn at once, or what draws them can't be had. */
export async function formulasReady(texts: readonly (string | null)[]): Promise<void> {
  if (texts.some((text) => text !== null && hasFormula(text))) await load();
}

/** A formula; as it was typed as long as nothing is there that draws it. */
export function LazyFormula(props: FormulaProps) {
  const [drawing, setDrawing] = useState(loaded);
  useEffect(() => {
    if (drawing) return;
    let isGone = false;
    void load().then((found) => {
      if (!isGone) setDrawing(found);
    });
    return () => {
      isGone = true;
    };
  }, [drawing]);
  return drawing ? <drawing.Formula {...props} /> : <code>{props.tex}</code>;
}
