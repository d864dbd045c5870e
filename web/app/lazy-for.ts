import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { PICTURE_WAIT_MS } from '../lib/call/early-reads.ts';
import { pause } from '../lib/live/timing.ts';
import { type Area, loadTexts } from '../lib/text/language.ts';

/** What an address says by itself, such as `deckId`. */
export type Params = Readonly<Record<string, string | undefined>>;

interface Part<Props> {
  default: ComponentType<Props>;
  /** Begins what its first picture should have. */
  prepare?(params: Params): Promise<void>;
}

/** A part of the client that is loaded when it is first drawn, or before. */
export type LazyPart<Props = object> = LazyExoticComponent<ComponentType<Props>> & {
  /** Loads it, and prepares it for an address; drawn afterwards, it is there at once. */
  load(params?: Params): Promise<void>;
};

/** React takes what is there at once without waiting for it. */
const atOnce = <Props>(part: Part<Props>): PromiseLike<Part<Props>> => ({
  // biome-ignore lint/suspicious/noThenProperty: a promise would be waited for
  then: (resolve) => Promise.resolve(resolve?.(part)) as never,
});

/** A part that is loaded when it is needed, and whose texts are there already. */
export function lazyPart<Props>(whole: () => Promise<Part<Props>>): LazyPart<Props> {
  let loaded: Part<Props> | undefined;
  const load = async () => {
    loaded = await whole();
    return loaded;
  };
  const part = lazy(() => (loaded ? atOnce(loaded) : load()) as Promise<Part<Props>>);
  return Object.assign(part, {
    async load(params?: Params) {
      const { prepare } = await load();
      if (params) await Promise.race([prepare?.(params), pause(PICTURE_WAIT_MS)]);
    },
  }) as LazyPart<Props>;
}

/**
 * A part of the client that is loaded when needed, with the texts of those whom it is for. The build reads these calls
 * and the rows of the router: the file stands in each as it is.
 */
export const lazyFor = (area: Area, load: () => Promise<Part<object>>): LazyPart =>
  lazyPart(async () => {
    const [part] = await Promise.all([load(), loadTexts(area)]);
    return part;
  });
