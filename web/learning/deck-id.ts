const LARGEST_ID = 2_147_483_647;

/** The deck of a URL; null when the part of the path is no id. */
export function parseDeckId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= LARGEST_ID ? id : null;
}
