import { Plural, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import { givenName } from '../../lib/text/given-name.ts';
import { sortPeople } from '../../lib/text/sort-people.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { clockText } from '../attempt/state/countdown.ts';
import classes from './exam-wall.module.css';
import { isAtWork } from './results-list.ts';

/** Handed in comes last, however much of it was answered. */
const stepOf = ({ completed, total, answered_count }: ClassResult) =>
  completed ? total + 1 : answered_count;

/** The students of one exam, those who are behind first. */
export const wallOrder = (rows: readonly ClassResult[]): ClassResult[] =>
  sortPeople(rows, 'up', (a, b) => stepOf(a) - stepOf(b));

/** Returns what each student is called on the wall: the given name, or the whole name where several have the same. */
export function wallNames(rows: readonly ClassResult[]): Map<number, string> {
  const given = rows.map(({ name }) => givenName(name));
  const isShared = (name: string) => given.indexOf(name) !== given.lastIndexOf(name);
  return new Map(
    rows.map(({ student_id, name }, index) => [student_id, isShared(given[index]!) ? name : given[index]!]),
  );
}

/** The whole screen for as long as the wall is there. A browser that refuses shows it in its window. */
function useWholeScreen(onLeft: () => void): void {
  const left = useEffectEvent(onLeft);
  useEffect(() => {
    const asked = new AbortController();
    const { signal } = asked;
    const leave = () => {
      if (document.fullscreenElement !== null) void document.exitFullscreen();
    };
    const changed = () => {
      if (document.fullscreenElement === null) left();
    };
    document.documentElement
      .requestFullscreen?.()
      .then(() => {
        if (signal.aborted) leave();
        else document.addEventListener('fullscreenchange', changed, { signal });
      })
      .catch(() => undefined);
    return () => {
      asked.abort();
      leave();
    };
  }, []);
}

/** Counts down from the longest time that anybody has; the server says it again with each reading of the rows. */
function Clock({ rows }: { rows: readonly ClassResult[] }) {
  const { t } = useLingui();
  const left = Math.max(0, ...rows.map(({ remaining_seconds: seconds }) => seconds ?? 0));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const start = performance.now();
    const show = () => setSeconds(Math.max(0, left - (performance.now() - start) / 1_000));
    show();
    const timer = setInterval(show, 250);
    return () => clearInterval(timer);
  }, [left]);
  return (
    <Text role="timer" aria-label={t`Time left`} className={`${classes.clock} tabular`}>
      {clockText(Math.ceil(seconds))}
    </Text>
  );
}

/** Fills with what is answered. */
function Ring({ part }: { part: number }) {
  return (
    <svg viewBox="0 0 36 36" aria-hidden className={classes.ring}>
      <circle cx="18" cy="18" r="15.5" className={classes.track} />
      <circle
        cx="18"
        cy="18"
        r="15.5"
        pathLength={100}
        strokeDasharray={`${part * 100} 100`}
        className={classes.filled}
      />
    </svg>
  );
}

function Tile({ row, name }: { row: ClassResult; name: string }) {
  const { t } = useLingui();
  const { completed, answered_count: answered, total } = row;
  const part = completed ? 1 : total === 0 ? 0 : answered / total;
  return (
    <li className={classes.tile} data-status={row.status}>
      <span className={classes.name}>{name}</span>{' '}
      <span className={classes.figure}>
        <Ring part={part} />
        <span className={`${classes.count} tabular`}>{`${answered}/${total}`}</span>
      </span>{' '}
      {completed && <span className={classes.done}>{t`Handed in`}</span>}
    </li>
  );
}

function Wall({ rows, onClose }: { rows: readonly ClassResult[]; onClose: () => void }) {
  const { t } = useLingui();
  useWholeScreen(onClose);
  const names = wallNames(rows);
  const working = rows.filter(isAtWork).length;
  const done = rows.filter(({ completed }) => completed).length;
  const all = rows.length;
  return (
    <>
      <div className={classes.head}>
        <Text role="status" className={`${classes.summary} tabular`}>
          {t`${done} of ${all} have handed in`}
          {working > 0 && (
            <>
              {' · '}
              <Plural value={working} one="# is taking it now" other="# are taking it now" />
            </>
          )}
        </Text>
        {working > 0 && <Clock rows={rows} />}
      </div>
      <ul className={`${classes.tiles} plain-list`} aria-label={t`Students, those who are behind first`}>
        {wallOrder(rows).map((row) => (
          <Tile key={row.student_id} row={row} name={names.get(row.student_id) ?? row.name} />
        ))}
      </ul>
    </>
  );
}

interface ExamWallModalProps {
  title: string;
  /** Every student of the class with one exam; read again by the caller. */
  rows: readonly ClassResult[];
  opened: boolean;
  onClose: () => void;
}

/**
 * The wall is the component between an exam's live results and a class that sees them on the board. It fills the
 * screen, puts first those who are behind and counts the time down. It reads nothing itself.
 */
export default function ExamWallModal({ title, rows, opened, onClose }: ExamWallModalProps) {
  return (
    <Dialog
      fullScreen
      opened={opened}
      onClose={onClose}
      title={
        <Text component="span" fw={700} className={classes.title}>
          {title}
        </Text>
      }
      classNames={{ body: classes.body }}
      transitionProps={{ duration: 0 }}
    >
      {opened && <Wall rows={rows} onClose={onClose} />}
    </Dialog>
  );
}
