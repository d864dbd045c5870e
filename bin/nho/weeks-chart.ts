type Week = { week: string; live: number; other: number; log: number };

/** More lines than this are no picture any more: several weeks become one. */
const LINES = 26;
const BAR = 20;

/** Reviews by week, a line each with a bar for both rules. */
export function weeksChart(weeks: Week[]): string[] {
  const together = Math.max(1, Math.ceil(weeks.length / LINES));
  const rows = Array.from({ length: Math.ceil(weeks.length / together) }, (_, index) =>
    weeks.slice(index * together, (index + 1) * together).reduce((sum, week) => ({
      week: sum.week,
      live: sum.live + week.live,
      other: sum.other + week.other,
      log: sum.log + week.log,
    })),
  );
  const most = Math.max(1, ...rows.flatMap(({ live, other }) => [live, other]));
  const bar = (value: number): string => '█'.repeat(Math.round((value / most) * BAR)).padEnd(BAR);
  const figure = (value: number): string => value.toLocaleString('en').padStart(10);
  const span = together === 1 ? 'week' : `${together} weeks`;
  return [
    `  reviews by ${span}, from`,
    ...rows.map(({ week, live, other, log }) =>
      `  ${week}  live${figure(live)} ${bar(live)}  other${figure(other)} ${bar(other)}  log${figure(log)}`.trimEnd(),
    ),
  ];
}
