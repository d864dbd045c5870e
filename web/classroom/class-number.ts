const ID_MAX = 2_147_483_647;

/** The number of a class as somebody types it: spaces around it or a `#` in front do not matter. Null is none. */
export function parseClassNumber(text: string): number | null {
  const digits = /^\s*#?\s*(\d+)\s*$/.exec(text.normalize('NFKC'))?.[1];
  const id = Number(digits ?? Number.NaN);
  return id >= 1 && id <= ID_MAX ? id : null;
}
