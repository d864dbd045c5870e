import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/pages/paths.ts';
import { cardsLeft, type SessionState } from '../session/session.state.ts';
import classes from './learning-session.module.css';
import { useLeaveKey } from './use-session-keys.ts';

/** How far something is. */
interface Progress {
  /** Percent of it that are done. */
  share: number;
  /** Cards that are still to come; with none nothing is said of it. */
  left: number;
}

export function progressOf(session: SessionState): Progress {
  const done = session.doneIds.length;
  const left = cardsLeft(session);
  if (session.phase === 'completed') return { share: 100, left };
  return { share: done + left === 0 ? 0 : (100 * done) / (done + left), left };
}

/** Drawn once: what it leads to does not change from card to card. */
const LeaveLink = memo(({ to }: { to: string }) => {
  const { t } = useLingui();
  return (
    <ActionIcon
      component={Link}
      to={to}
      variant="subtle"
      color="gray"
      size={44}
      aria-label={t`Leave the session`}
      aria-keyshortcuts="Escape"
    >
      <IconX size={22} aria-hidden />
    </ActionIcon>
  );
});

const SessionTitle = memo(({ title }: { title: ReactNode }) => (
  <Title order={1} size="h4" lineClamp={1} className={classes.title}>
    {title || <Trans>Learning</Trans>}
  </Title>
));

/** How far something is, in percent. It moves without a layout of the page, which another width would take at each step. */
function SessionProgress({ value, label }: { value: number; label: string }) {
  return (
    <div
      className={classes.progress}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={`${value}%`}
    >
      <div className={classes.part} style={{ transform: `translateX(${value - 100}%)` }} />
    </div>
  );
}

interface SessionBarProps extends Partial<Progress> {
  title: ReactNode;
  /** Where the way out leads; the student's home by default. */
  exit?: string;
  children?: ReactNode;
}

/** The upper edge of a session: the way out, how far it is, and what can be done to it. Nothing is lost by leaving. */
export function SessionBar({
  title,
  share = 0,
  left = 0,
  exit = paths.student(),
  children,
}: SessionBarProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  useLeaveKey(() => navigate(exit));
  return (
    <header className={classes.bar}>
      <div className={classes.barLine}>
        <LeaveLink to={exit} />
        <SessionTitle title={title} />
        {children}
      </div>
      <div className={classes.progressLine}>
        <SessionProgress value={share} label={t`Share of the session that is done`} />
        {left > 0 && <span className={`tabular ${classes.left}`}>{t`${left} left`}</span>}
      </div>
    </header>
  );
}
