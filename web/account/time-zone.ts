/** The browser's time zone, by which the server knows when this student's study day begins. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Browsers list some zones by names of long ago, by which nobody would look for them. */
const NAMED_TODAY: Record<string, string> = {
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Europe/Kiev': 'Europe/Kyiv',
};

export const timeZones = (): string[] =>
  Intl.supportedValuesOf('timeZone')
    .map((zone) => NAMED_TODAY[zone] ?? zone)
    .sort();

/** Returns a time zone as it is read: `Asia/Ho Chi Minh`. */
export const zoneLabel = (zone: string): string => (NAMED_TODAY[zone] ?? zone).replaceAll('_', ' ');
