import 'katex/dist/katex.min.css';
import { useLingui } from '@lingui/react/macro';
import { Text, VisuallyHidden } from '@mantine/core';
import katex from 'katex';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import classes from './formula.module.css';

export interface FormulaProps {
  tex: string;
  isBlock: boolean;
  /** It is being written: the reason why it is not drawn is shown. */
  isDraft?: boolean;
}

/** No formula draws a page full, opens an address, or goes round for ever: sizes in em, and so many steps of macros. */
const LIMITS = { maxSize: 10, maxExpand: 200, trust: false, strict: 'ignore' } as const;

/** Returns what is drawn, for readers that see it and for those that hear it; undefined for what is no formula. */
function drawn({ tex, isBlock }: FormulaProps): HTMLElement | undefined {
  const place = document.createElement('span');
  try {
    katex.render(tex, place, { ...LIMITS, displayMode: isBlock, output: 'htmlAndMathml' });
    return place;
  } catch {
    return undefined;
  }
}

/** A formula, drawn and readable. One that is wrong is shown as it was typed. */
export function Formula({ tex, isBlock, isDraft = false }: FormulaProps) {
  const { t } = useLingui();
  const found = useMemo(() => drawn({ tex, isBlock }), [tex, isBlock]);
  const place = useRef<HTMLSpanElement>(null);
  const [isWider, setWider] = useState(false);
  useLayoutEffect(() => {
    const { current } = place;
    if (!current || !found) return;
    current.replaceChildren(found);
    setWider(current.scrollWidth > current.clientWidth);
  }, [found]);
  if (!found)
    return (
      <>
        <code className={classes.wrong}>{tex}</code>
        {isDraft ? (
          <Text
            span
            display="block"
            size="sm"
            c="red"
          >{t`This formula cannot be drawn: it is shown as it was typed.`}</Text>
        ) : (
          <VisuallyHidden>{t`(a formula that cannot be drawn)`}</VisuallyHidden>
        )}
      </>
    );
  return (
    <span
      ref={place}
      className={isBlock ? classes.block : classes.inline}
      // What is wider than its place is scrolled by keys as well.
      tabIndex={isWider ? 0 : undefined}
    />
  );
}
