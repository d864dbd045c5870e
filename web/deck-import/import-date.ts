/** When an import was begun, in the user's way of writing times. */
export const importDate = (locale: string, timestamp: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(timestamp));
