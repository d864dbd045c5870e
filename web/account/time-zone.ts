/** The browser's time zone, by which the server knows when this student's study day begins. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
