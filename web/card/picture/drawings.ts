import { fileOf } from 'virtual:drawings';
import wordsFile from './drawing-words.json?url';
import { drawn, opened } from './shrink-picture.ts';

/** Pixels of a drawing on a card: sharp at the size at which cards show it on a phone. */
const SIZE = 480;

/** A drawing that a search has found. */
export interface Drawing {
  name: string;
  /** The address of its SVG. */
  url: string;
}

const load = async <T>(address: string): Promise<T> => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
};

/** Loads the words by which each drawing is found, several apart by `|`. */
export const loadWords = (): Promise<Record<string, string>> => load(wordsFile);

const asSvg = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 32 32">${body}</svg>`;

/** Loads the drawings at these places. */
export async function loadDrawings(words: Record<string, string>, places: number[]): Promise<Drawing[]> {
  const names = Object.keys(words);
  const files = new Map(places.map((place) => [fileOf(place), load<Record<string, string>>(fileOf(place))]));
  return Promise.all(
    places.map(async (place) => {
      const name = names[place]!;
      const bodies = await files.get(fileOf(place))!;
      return { name, url: `data:image/svg+xml,${encodeURIComponent(asSvg(bodies[name]!))}` };
    }),
  );
}

/** Draws it as a file such as cards take: SVG is none of them. */
export async function asPicture({ name, url }: Drawing): Promise<File> {
  const blob = await drawn(await opened(url), SIZE, SIZE);
  return new File([blob], name, { type: blob.type });
}
