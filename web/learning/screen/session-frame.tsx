import type { FocusEvent, ReactNode } from 'react';
import { useVisibleHeight } from '../../lib/text/visible-height.ts';
import classes from './learning-session.module.css';

/**
 * Notes on the frame that something is being typed in it. A selector that looks for the focus within would be tried at
 * each card that comes. On a cheap phone that takes as long as to draw the card.
 */
function noteTyping({ type, target, currentTarget }: FocusEvent<HTMLElement>): void {
  currentTarget.toggleAttribute('data-typing', type === 'focus' && target instanceof HTMLInputElement);
}

/** What a session stands in: as high as the part of the screen that no keyboard covers. */
export function SessionFrame({ children }: { children: ReactNode }) {
  const visibleHeight = useVisibleHeight();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what comes up from its fields
    <div className={classes.session} style={visibleHeight} onFocus={noteTyping} onBlur={noteTyping}>
      {children}
    </div>
  );
}
