import { type ComponentType, createElement, lazy, useState } from 'react';
import { type Area, loadTexts } from '../lib/language.ts';

/** A part of the client that is loaded when it is first drawn, or before. */
export type LazyPart = ComponentType & {
  /** Loads it; drawn afterwards, it is there at once. */
  load(): Promise<void>;
};

/**
 * A part of the client that is loaded when it is needed, with the texts of those whom it is for. The build reads these
 * calls: the file stands in each as it is.
 */
export function lazyFor(area: Area, load: () => Promise<{ default: ComponentType }>): LazyPart {
  let loaded: ComponentType | undefined;
  const whole = async () => {
    const [part] = await Promise.all([load(), loadTexts(area)]);
    loaded = part.default;
    return part;
  };
  const Later = lazy(whole);
  // One that was loaded while this one was waited for is not put in its place: it would begin again.
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, as lazy() is
  const Part = () => createElement(useState(() => loaded ?? Later)[0]);
  return Object.assign(Part, {
    async load() {
      await whole();
    },
  });
}
