import type { ReactNode } from 'react';
import { type MarkedPart, markedParts } from '../../core/text/marked-text.ts';
import { LazyFormula } from './lazy-formula.tsx';

interface CardTextProps {
  text: string;
  /** There is one line for it, formulas as well. */
  isLine?: boolean;
  /** It is being written: a formula that is wrong is named as such. */
  isDraft?: boolean;
}

/** A card's text with its marks shown as what they mean. */
export function CardText({ text, isLine = false, isDraft = false }: CardTextProps): ReactNode {
  const shown = (part: MarkedPart, index: number): ReactNode => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'bold') return <strong key={index}>{part.parts.map(shown)}</strong>;
    if (part.kind === 'italic') return <em key={index}>{part.parts.map(shown)}</em>;
    if (part.kind === 'formula')
      return <LazyFormula key={index} tex={part.tex} isBlock={part.isBlock && !isLine} isDraft={isDraft} />;
    if (part.kind === 'refused') return <code key={index}>{part.text}</code>;
    return (
      <ruby key={index}>
        {part.base}
        <rp>(</rp>
        <rt>{part.reading}</rt>
        <rp>)</rp>
      </ruby>
    );
  };
  return markedParts(text).map(shown);
}
