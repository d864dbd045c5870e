import { type CSSProperties, useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void): (() => void) => {
  const viewport = window.visualViewport;
  viewport?.addEventListener('resize', onChange);
  return () => viewport?.removeEventListener('resize', onChange);
};

/**
 * Pixels; undefined while the whole window is seen. A page that is magnified shows a part of itself, which is no
 * keyboard.
 */
function heightAboveKeyboard(): number | undefined {
  const { visualViewport, innerHeight } = window;
  if (!visualViewport || visualViewport.scale > 1 || visualViewport.height >= innerHeight) return undefined;
  return Math.floor(visualViewport.height);
}

/** No keyboard is open where pages are rendered ahead. */
const heightAhead = () => undefined;

/** Returns the style with the height that an open keyboard leaves, which not every browser gives to CSS itself. */
export function useVisibleHeight(): CSSProperties {
  const height = useSyncExternalStore(subscribe, heightAboveKeyboard, heightAhead);
  return height === undefined ? {} : ({ '--visible-height': `${height}px` } as CSSProperties);
}
