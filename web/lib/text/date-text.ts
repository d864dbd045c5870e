import { DATE_LOCALE } from '../../../core/text/locale.ts';

/** Returns a moment as people write it: `11:01, 22/11/2026`, in English `11:01, 22 Nov 2026`. */
export function dateAndTime(locale: string, moment: Date): string {
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return `${time.format(moment)}, ${dateOnly(locale, moment)}`;
}

/** Returns a day as people write it: `22/11/2026`, in English `22 Nov 2026`. */
export const dateOnly = (locale: string, moment: Date): string =>
  locale === 'vi'
    ? `${moment.getDate()}/${moment.getMonth() + 1}/${moment.getFullYear()}`
    : new Intl.DateTimeFormat(DATE_LOCALE.en, { day: 'numeric', month: 'short', year: 'numeric' }).format(
        moment,
      );

const DAY_MS = 86_400_000;
/** From here on the date says more than the number. */
const DAYS_IN_WORDS = 7;

const dayOf = (moment: Date): number =>
  Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / DAY_MS;

/** Returns a day of the last week in words, such as `yesterday` and `2 days ago`. Any other day is a date. */
export function dayAgo(locale: string, moment: Date, now: Date): string {
  const days = dayOf(now) - dayOf(moment);
  if (days < 0 || days >= DAYS_IN_WORDS) return dateOnly(locale, moment);
  // Of Vietnamese some browsers have these words with a capital.
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    .format(-days, 'day')
    .toLocaleLowerCase(locale);
}
