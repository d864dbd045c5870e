/** What a file with cards is by its name. The server looks into it; here it only decides what the form asks for. */
export type CardFileKind = 'json' | 'table' | 'workbook' | 'anki' | 'zip';

const KINDS: Record<string, CardFileKind> = {
  json: 'json',
  csv: 'table',
  tsv: 'table',
  txt: 'table',
  xlsx: 'workbook',
  apkg: 'anki',
  colpkg: 'anki',
  zip: 'zip',
};

/** What the browser offers to choose from. */
export const CARD_FILE_ACCEPT = Object.keys(KINDS)
  .map((extension) => `.${extension}`)
  .join(',');

/** Undefined for a name that says nothing. */
export const cardFileKind = (name: string): CardFileKind | undefined =>
  KINDS[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
