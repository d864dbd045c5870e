import type { CSSProperties } from 'react';
import classes from './grapes.module.css';
import { Bunch, PLACES, RADIUS } from './grapes.tsx';

/** How the figure is: it greets where there is nothing yet, sleeps while one waits, is lost, or cheers. */
export type Mood = 'glad' | 'asleep' | 'lost' | 'cheering';

/** Where its eyes are; that of a lost one go different ways. */
const EYES = [15.4, 24.6] as const;

/** What both eyes are when they are no circles. */
const LIDS: Partial<Record<Mood, string>> = { asleep: 'q2.2 2.1 4.4 0', cheering: 'q2.2-3 4.4 0' };

const MOUTHS: Record<Mood, string> = {
  glad: 'M16.9 21.3q3.1 2.8 6.2 0',
  asleep: 'M19.4 22.3h1.2',
  lost: 'M17.2 22.6q1.4-1.6 2.8 0t2.8 0',
  cheering: 'M16.4 20.7h7.2q-.6 4.4-3.6 4.4t-3.6-4.4Z',
};

export interface GrapeFigureProps {
  mood: Mood;
  /** Its height in pixels. */
  size?: number;
  /** What its full bunch says. Without one it is a picture only, beside a text. */
  label?: string | undefined;
}

/** The full bunch with a face. One that cheers comes grape by grape. */
export default function GrapeFigure({ mood, size = 72, label }: GrapeFigureProps) {
  const lid = LIDS[mood];
  const isCheering = mood === 'cheering';
  return (
    <Bunch size={size} label={label} isCheering={isCheering}>
      <path className={classes.core} d="M8 16h24L20 37Z" />
      {PLACES.map(([cx, cy], at) => (
        <g
          key={cy + cx}
          className={classes.grape}
          data-state="ripe"
          data-fresh={isCheering || undefined}
          style={{ '--drop': at } as CSSProperties}
        >
          <circle cx={cx} cy={cy} r={RADIUS} />
          {/* None where the face is. */}
          {![4, 7, 8].includes(at) && (
            <circle className={classes.light} cx={cx - 1.3} cy={cy - 1.4} r={0.9} />
          )}
        </g>
      ))}
      <g className={classes.face}>
        {EYES.map((x, at) =>
          lid ? (
            <path key={x} className={classes.line} d={`M${x - 2.2} 16.4${lid}`} />
          ) : (
            <g key={x} transform={mood === 'lost' ? `translate(0 ${at ? 0.8 : -0.8})` : undefined}>
              <circle className={classes.eye} cx={x} cy={16.2} r={2.5} />
              <circle className={classes.pupil} cx={x} cy={16.5} r={1.4} />
            </g>
          ),
        )}
        {mood !== 'lost' && (
          <>
            <circle className={classes.cheek} cx={11.6} cy={20.6} r={1.6} />
            <circle className={classes.cheek} cx={28.4} cy={20.6} r={1.6} />
          </>
        )}
        <path className={classes.line} data-open={isCheering || undefined} d={MOUTHS[mood]} />
      </g>
    </Bunch>
  );
}
