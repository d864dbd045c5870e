/** A study day begins at this hour of the student's own time zone, so that an evening is one day. */
const DAY_STARTS_AT = 4;

const MS_PER_DAY = 86_400_000;

interface KnownDay {
  day: string;
  /** Milliseconds since 1970: the day's first moment, and the next day's. */
  from: number;
  until: number;
}

/** The day asked for last in each zone; nearly every question is about now. */
const known = new Map<string, KnownDay>();

/**
 * Returns the study day of a moment, such as `2026-11-21`: the local date, or until four in the morning the one
 * before. Only computes with the date, so a change of daylight saving time can neither lose nor double a day.
 */
export function studyDay(at: number, timeZone: string): string {
  const last = known.get(timeZone);
  if (last && at >= last.from && at < last.until) return last.day;
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const date = local.hour < DAY_STARTS_AT ? local.toPlainDate().subtract({ days: 1 }) : local.toPlainDate();
  const startOf = (day: Temporal.PlainDate): Temporal.ZonedDateTime =>
    day.toZonedDateTime({ timeZone, plainTime: { hour: DAY_STARTS_AT } });
  const day = date.toString();
  const [from, until] = [startOf(date), startOf(date.add({ days: 1 }))];
  // Clocks moved in between may show an hour twice, or leave out the date of the day's end.
  if (from.offsetNanoseconds === until.offsetNanoseconds)
    known.set(timeZone, { day, from: from.epochMilliseconds, until: until.epochMilliseconds });
  return day;
}

/** Days since 1970-01-01 of an ISO date, for counting days between two of them. */
export const dayNumber = (day: string): number => Date.parse(day) / MS_PER_DAY;

/** The ISO date of a day number. */
export const dayOfNumber = (number: number): string =>
  new Date(number * MS_PER_DAY).toISOString().slice(0, 10);
