import { paths } from './paths.ts';

/** Pages that one works on and nothing else. They bring their own way out. */
const FOCUS_PATHS = [
  paths.learn(':deckId'),
  paths.exam(':examId'),
  paths.trial(':deckId'),
  paths.cram(':deckId'),
  paths.pairs(':deckId'),
].map((path) => path.slice(0, path.indexOf('/:')));

/** Returns whether a page stands alone, without header, sections and footer. */
export const isFocusPath = (pathname: string): boolean =>
  FOCUS_PATHS.some((path) => pathname === path || pathname.startsWith(`${path}/`));
