/** The largest id of a row: ids are Postgres's `integer`. */
export const ROW_ID_MAX = 2_147_483_647;

/** The id that a text is, as in an address or an option; null for anything else. */
export function parseRowId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= ROW_ID_MAX ? id : null;
}
