export type Locale = 'vi' | 'en';

export const LOCALES: readonly Locale[] = ['vi', 'en'];

/** How dates and times are written: the day before the month and 24 hours, in English too. */
export const DATE_LOCALE: Readonly<Record<Locale, string>> = { vi: 'vi', en: 'en-GB' };

/** What the choice depends on; a getter may throw, as storage does where it is forbidden. */
export interface LocaleHints {
  /** The earlier choice, from the storage. */
  readonly stored: string | null;
  /** The browser's languages, the preferred one first. */
  readonly browserLanguages: readonly string[];
  readonly host: string;
}

export const isLocale = (text: unknown): text is Locale => text === 'vi' || text === 'en';

/** The language to start in: the earlier choice, a Vietnamese host, the browser's language; Vietnamese on any error. */
export function detectLocale(hints: LocaleHints): Locale {
  try {
    const { stored } = hints;
    if (isLocale(stored)) return stored;
    if (/\.vn\.?$/i.test(hints.host)) return 'vi';
    const preferred = hints.browserLanguages.map((tag) => tag.toLowerCase().split('-')[0]);
    return preferred.find(isLocale) ?? 'en';
  } catch {
    return 'vi';
  }
}
