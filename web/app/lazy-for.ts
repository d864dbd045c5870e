import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { type Area, loadTexts } from '../lib/language.ts';

interface Part {
  default: ComponentType;
}

/** A part of the client that is loaded when it is first drawn, or before. */
export type LazyPart = LazyExoticComponent<ComponentType> & {
  /** Loads it; drawn afterwards, it is there at once. */
  load(): Promise<void>;
};

/** React takes what is there at once without waiting for it. */
const atOnce = (part: Part): PromiseLike<Part> => ({
  // biome-ignore lint/suspicious/noThenProperty: a promise would be waited for
  then: (resolve) => Promise.resolve(resolve?.(part)) as never,
});

/**
 * A part of the client that is loaded when it is needed, with the texts of those whom it is for. The build reads these
 * calls: the file stands in each as it is.
 */
export function lazyFor(area: Area, load: () => Promise<Part>): LazyPart {
  let loaded: Part | undefined;
  const whole = async () => {
    const [part] = await Promise.all([load(), loadTexts(area)]);
    loaded = part;
    return part;
  };
  const part = lazy(() => (loaded ? atOnce(loaded) : whole()) as Promise<Part>);
  return Object.assign(part, {
    async load() {
      await whole();
    },
  });
}
