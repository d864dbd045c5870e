/** As the column `search_text` of accounts is made. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[Đđ]/g, 'd')
    .toLowerCase();

const pattern = (word: string): string => `%${fold(word).replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Returns conditions of SQL for accounts `u` with all these words in name, address or user name, with or without tone marks.
 * `value` takes a value in and returns its parameter.
 */
export const personSearch = (search: string, value: (one: unknown) => string): string[] =>
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `u.search_text like ${value(pattern(word))}`);
