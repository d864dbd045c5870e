import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { chanceOfRecall, FIRST_STABILITY, MEETINGS } from './hero-gaps.ts';
import classes from './home.module.css';

const WIDTH = 320;
const HEIGHT = 200;
/** Below this chance nothing is drawn: a word never sinks so low in these days. */
const LOWEST = 0.5;
const DAYS = 80;

const x = (day: number) => (WIDTH * day) / DAYS;
const y = (chance: number) => (HEIGHT * (1 - chance)) / (1 - LOWEST);
const point = (day: number, chance: number) => `${x(day).toFixed(1)} ${y(chance).toFixed(1)}`;

/** Of a word met at `from`, until `until`: points close enough to look like a curve. */
function falling(from: number, until: number, stability: number): string[] {
  const step = Math.max(0.25, (until - from) / 40);
  const points: string[] = [];
  for (let day = from; day < until; day += step)
    points.push(point(day, chanceOfRecall(day - from, stability)));
  return [...points, point(until, chanceOfRecall(until - from, stability))];
}

/** The days of a word that is met again whenever its card comes. */
const meetingDays = [0];
for (const { knew } of MEETINGS) meetingDays.push((meetingDays.at(-1) ?? 0) + knew);

const withoutCards = `M${falling(0, DAYS, FIRST_STABILITY).join('L')}`;

/** A gap is what a memory of this strength lasts, until the chance is 90 %. */
const withCards = `M${meetingDays
  .slice(0, -1)
  .filter((day) => day < DAYS)
  .flatMap((day, at) => {
    const gap = MEETINGS[at]?.knew ?? 1;
    return falling(day, Math.min(DAYS, day + gap), at === 0 ? FIRST_STABILITY : gap);
  })
  .join('L')}`;

/** How a memory fades by itself, and how it holds when its card comes just in time. */
export function ForgettingCurve() {
  const { t } = useLingui();
  return (
    <figure className={classes.curve}>
      <svg
        viewBox={`-4 -8 ${WIDTH + 8} ${HEIGHT + 16}`}
        role="img"
        aria-label={t`How likely a word is remembered in the days after it was met: it fades by itself, and stays with cards that come just in time.`}
      >
        <line className={classes.axis} x1={0} y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
        <path className={classes.fading} d={withoutCards} />
        <path className={classes.holding} d={withCards} />
        {meetingDays
          .filter((day) => day < DAYS)
          .map((day) => (
            <circle key={day} className={classes.meeting} cx={x(day)} cy={0} r={4} />
          ))}
      </svg>
      <figcaption>
        <Text component="span" display="block" size="xs" c="dimmed" ta="end">
          <Trans>The first {DAYS} days</Trans>
        </Text>
        <Text component="span" display="block" size="sm" className={classes.holdingText}>
          <Trans>With cards: every dot is a meeting</Trans>
        </Text>
        <Text component="span" display="block" size="sm" className={classes.fadingText}>
          <Trans>Without: it fades by itself</Trans>
        </Text>
      </figcaption>
    </figure>
  );
}
