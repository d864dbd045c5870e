/**
 * Returns the values as the text of a Postgres array, for what needs no quotes: numbers, UUIDs, ISO dates and times.
 * Several times quicker than the driver, which looks at every element for quotes.
 */
export const arrayLiteral = (values: readonly (number | string)[]): string => `{${values.join()}}`;
