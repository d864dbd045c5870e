import { type RefObject, useLayoutEffect, useRef } from 'react';

interface KeptFocus<E extends HTMLElement> {
  ref: RefObject<E | null>;
  tabIndex: -1;
  onFocus: () => void;
  onBlur: () => void;
}

/**
 * Returns what a list is given so that the keyboard goes on from it. What had the focus may be gone at once, as a row
 * that a live change takes to another page.
 */
export function useKeptFocus<E extends HTMLElement>(): KeptFocus<E> {
  const ref = useRef<E>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      ref.current?.focus({ preventScroll: true });
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: () => {
      hadFocus.current = false;
    },
  };
}
