import { type CSSProperties, useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void): (() => void) => {
  const viewport = window.visualViewport;
  viewport?.addEventListener('resize', onChange);
  return () => viewport?.removeEventListener('resize', onChange);
};

/** Pixels; undefined while the whole window is seen. Who magnifies the page sees a part of it, which is no keyboard. */
function heightAboveKeyboard(): number | undefined {
  const { visualViewport, innerHeight } = window;
  if (!visualViewport || visualViewport.scale > 1 || visualViewport.height >= innerHeight) return undefined;
  return Math.floor(visualViewport.height);
}

/** Returns the style that tells CSS how much an open keyboard leaves, where the browser does not tell it itself. */
export function useVisibleHeight(): CSSProperties {
  const height = useSyncExternalStore(subscribe, heightAboveKeyboard);
  return height === undefined ? {} : ({ '--visible-height': `${height}px` } as CSSProperties);
}
