/** Days from the first to before the second, to be added or taken away. */
export interface SignedDays {
  from: string;
  until: string;
  sign: 1 | -1;
}

/** What a range of days is added up from: whole months, from the first to before the second, and some days. */
export interface MonthSums {
  months: { from: string; until: string };
  days: [SignedDays, SignedDays];
}

const NO_DAYS: SignedDays = { from: 'infinity', until: 'infinity', sign: 1 };

const firstOfMonth = (day: Temporal.PlainDate): Temporal.PlainDate => day.with({ day: 1 });
const nextMonth = (day: Temporal.PlainDate): Temporal.PlainDate => firstOfMonth(day).add({ months: 1 });
const signed = (from: Temporal.PlainDate, until: Temporal.PlainDate, sign: 1 | -1): SignedDays => ({
  from: from.toString(),
  until: until.toString(),
  sign,
});

/**
 * Returns the sums that make up a range of days, with few single days. The range is open where an end is left out. For
 * a part of a month, its days are added, or the others are taken away from the month's sum. Days after `today` have
 * nothing in them; a wrong `today` only costs time.
 */
export function monthSums(range: { start_date?: string; end_date?: string }, today: string): MonthSums {
  const from = range.start_date === undefined ? undefined : Temporal.PlainDate.from(range.start_date);
  const until =
    range.end_date === undefined ? undefined : Temporal.PlainDate.from(range.end_date).add({ days: 1 });
  const present = Temporal.PlainDate.from(today).add({ days: 1 });
  const past = (day: Temporal.PlainDate) => (Temporal.PlainDate.compare(day, present) > 0 ? present : day);
  const count = (first: Temporal.PlainDate, end: Temporal.PlainDate) => past(first).until(past(end)).days;

  const isWithinMonth = from && until && firstOfMonth(from).equals(firstOfMonth(until));
  if (isWithinMonth && count(from, until) <= count(firstOfMonth(from), from) + count(until, nextMonth(until)))
    return { months: { from: 'infinity', until: 'infinity' }, days: [signed(from, until, 1), NO_DAYS] };

  let [firstMonth, endMonth]: [string, string] = ['-infinity', 'infinity'];
  let [before, after] = [NO_DAYS, NO_DAYS];
  if (from) {
    const [month, next] = [firstOfMonth(from), nextMonth(from)];
    const adds = !isWithinMonth && count(from, next) < count(month, from);
    firstMonth = (adds ? next : month).toString();
    before = adds ? signed(from, next, 1) : signed(month, from, -1);
  }
  if (until) {
    const [month, next] = [firstOfMonth(until), nextMonth(until)];
    const adds = !isWithinMonth && count(month, until) <= count(until, next);
    endMonth = (adds ? month : next).toString();
    after = adds ? signed(month, until, 1) : signed(until, next, -1);
  }
  return { months: { from: firstMonth, until: endMonth }, days: [before, after] };
}
