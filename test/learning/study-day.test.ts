import fc from 'fast-check';
import t from 'tap';
import { dayNumber, dayOfNumber, studyDay } from '../../core/learning/study-day.ts';
import { runs } from '../harness/depth.ts';

const ZONES = [
  'Asia/Ho_Chi_Minh',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Asia/Gaza',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Europe/Athens',
  'Europe/London',
  'Antarctica/Troll',
  'Antarctica/Casey',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Chatham',
  'UTC',
];

const FORMATS = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
    }),
  ]),
);

/** The rule, word for word: the local date, and before four in the morning the one before. */
function naiveDay(at: number, timeZone: string): string {
  const parts = Object.fromEntries(
    FORMATS.get(timeZone)!
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const date = Date.UTC(Number(parts.year), Number(parts.month) - 1, Number(parts.day));
  return new Date(date - (Number(parts.hour) < 4 ? 86_400_000 : 0)).toISOString().slice(0, 10);
}

const START = Date.parse('1990-01-01T00:00:00Z');
const END = Date.parse('2040-01-01T00:00:00Z');

/** Moments at which a zone's clocks were or will be moved. */
function transitions(timeZone: string): number[] {
  const found: number[] = [];
  const start = Temporal.Instant.fromEpochMilliseconds(START).toZonedDateTimeISO(timeZone);
  let at = start.getTimeZoneTransition('next');
  for (; at && at.epochMilliseconds < END; at = at.getTimeZoneTransition('next'))
    found.push(at.epochMilliseconds);
  return found;
}

const TRANSITIONS = new Map(ZONES.map((zone) => [zone, transitions(zone)]));

const cases: [what: string, zone: string, moment: string, day: string][] = [
  ['in the evening', 'Asia/Ho_Chi_Minh', '2026-11-21T23:59:59+07:00', '2026-11-21'],
  ['after midnight', 'Asia/Ho_Chi_Minh', '2026-11-22T00:00:00+07:00', '2026-11-21'],
  ['at 03:59', 'Asia/Ho_Chi_Minh', '2026-11-22T03:59:59.999+07:00', '2026-11-21'],
  ['at 04:00', 'Asia/Ho_Chi_Minh', '2026-11-22T04:00:00+07:00', '2026-11-22'],
  ['at 03:59 on new year’s day', 'Asia/Ho_Chi_Minh', '2027-01-01T03:59:00+07:00', '2026-12-31'],
  ['at 03:59 after a leap day', 'Asia/Ho_Chi_Minh', '2028-03-01T03:59:00+07:00', '2028-02-29'],
  ['at 03:59 when clocks go forward', 'America/New_York', '2026-03-08T03:59:59-04:00', '2026-03-07'],
  ['at 04:00 when clocks go forward', 'America/New_York', '2026-03-08T04:00:00-04:00', '2026-03-08'],
  ['in the first 01:30 when clocks go back', 'America/New_York', '2026-11-01T01:30:00-04:00', '2026-10-31'],
  ['in the second 01:30 when clocks go back', 'America/New_York', '2026-11-01T01:30:00-05:00', '2026-10-31'],
  ['at 03:59 when clocks go back', 'America/New_York', '2026-11-01T03:59:59-05:00', '2026-10-31'],
  ['at 04:00 when clocks go back', 'America/New_York', '2026-11-01T04:00:00-05:00', '2026-11-01'],
  ['at 03:59 before half an hour back', 'Australia/Lord_Howe', '2026-04-05T03:59:59+10:30', '2026-04-04'],
  ['at 04:00 after half an hour back', 'Australia/Lord_Howe', '2026-04-05T04:00:00+10:30', '2026-04-05'],
  ['at 03:59 after half an hour forward', 'Australia/Lord_Howe', '2026-10-04T03:59:59+11:00', '2026-10-03'],
  ['at 04:00 after half an hour forward', 'Australia/Lord_Howe', '2026-10-04T04:00:00+11:00', '2026-10-04'],
  ['at 03:59 with an offset of 05:45', 'Asia/Kathmandu', '2026-06-01T03:59:59+05:45', '2026-05-31'],
  ['at 04:00 with an offset of 05:45', 'Asia/Kathmandu', '2026-06-01T04:00:00+05:45', '2026-06-01'],
  ['on the evening before a date left out', 'Pacific/Apia', '2011-12-29T23:59:59-10:00', '2011-12-29'],
  ['on the first morning after it', 'Pacific/Apia', '2011-12-31T04:00:00+14:00', '2011-12-31'],
];

t.test('SL-31 the study day is that of the zone, from four in the morning on', async (t) => {
  for (const [what, zone, moment, day] of cases)
    t.equal(studyDay(Date.parse(moment), zone), day, `${what}, ${zone}`);
});

t.test('SL-31 whatever was asked before, a study day is the local date, minus one before four', async () => {
  const near = (zone: string) =>
    fc
      .tuple(
        fc.constantFrom(START, ...TRANSITIONS.get(zone)!),
        fc.integer({ min: -30 * 3_600, max: 30 * 3_600 }),
      )
      .map(([at, seconds]) => at + seconds * 1_000);
  const moment = (zone: string) => fc.oneof(fc.integer({ min: START, max: END }), near(zone));
  const question = fc
    .constantFrom(...ZONES)
    .chain((zone) => fc.tuple(fc.constant(zone), fc.array(moment(zone), { minLength: 2, maxLength: 6 })));
  fc.assert(
    fc.property(question, ([zone, moments]) => {
      // Twice: the second time from what the first has left behind.
      for (const at of [...moments, ...moments])
        t.equal(studyDay(at, zone), naiveDay(at, zone), `${new Date(at).toISOString()} in ${zone}`);
    }),
    { numRuns: runs(300, 3_000) },
  );
});

t.test('SL-31 through every change of the clocks, what is kept never answers for another day', async (t) => {
  for (const zone of ZONES)
    for (const at of TRANSITIONS.get(zone)!.filter((at) => at > Date.parse('2010-01-01')))
      for (let minute = -60 * 5; minute < 60 * 30; minute += 15) {
        const moment = at + minute * 60_000;
        if (studyDay(moment, zone) !== naiveDay(moment, zone))
          return t.equal(studyDay(moment, zone), naiveDay(moment, zone), `${new Date(moment)} in ${zone}`);
      }
  t.pass('every quarter of an hour is of its day');
});

t.test('days are numbered one by one', async (t) => {
  t.equal(dayNumber('1970-01-01'), 0);
  t.equal(dayNumber('2026-03-09') - dayNumber('2026-03-07'), 2, 'whatever the clocks do');
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000, max: 100_000 }),
      (number) => dayNumber(dayOfNumber(number)) === number,
    ),
  );
});
