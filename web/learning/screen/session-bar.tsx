import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type CSSProperties, type FocusEvent, memo, type ReactNode, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/pages/paths.ts';
import { KEYS } from '../../ui/control/keys.ts';
import { cardsLeft, type SessionState } from '../session/session.state.ts';
import classes from './learning-session.module.css';
import { useLeaveKey } from './use-session-keys.ts';

const subscribe = (onChange: () => void): (() => void) => {
  const viewport = window.visualViewport;
  viewport?.addEventListener('resize', onChange);
  return () => viewport?.removeEventListener('resize', onChange);
};

/**
 * Pixels; undefined while the whole window is seen. A page that is magnified shows a part of itself, which is no
 * keyboard.
 */
function heightAboveKeyboard(): number | undefined {
  const { visualViewport, innerHeight } = window;
  if (!visualViewport || visualViewport.scale > 1 || visualViewport.height >= innerHeight) return undefined;
  return Math.floor(visualViewport.height);
}

/** No keyboard is open where pages are rendered ahead. */
const heightAhead = () => undefined;

/** Returns the style with the height that an open keyboard leaves, which not every browser gives to CSS itself. */
function useVisibleHeight(): CSSProperties {
  const height = useSyncExternalStore(subscribe, heightAboveKeyboard, heightAhead);
  return height === undefined ? {} : ({ '--visible-height': `${height}px` } as CSSProperties);
}

/**
 * Notes on the frame that something is being typed in it. A selector that looks for the focus within would be tried at
 * each card that comes. On a cheap phone that takes as long as to draw the card.
 */
function noteTyping({ type, target, currentTarget }: FocusEvent<HTMLElement>): void {
  currentTarget.toggleAttribute('data-typing', type === 'focus' && target instanceof HTMLInputElement);
}

/** What a session stands in: as high as the part of the screen that no keyboard covers. */
export function SessionFrame({ children }: { children: ReactNode }) {
  const visibleHeight = useVisibleHeight();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what comes up from its fields
    <div className={classes.session} style={visibleHeight} onFocus={noteTyping} onBlur={noteTyping}>
      {children}
    </div>
  );
}

/** How far something is. */
interface Progress {
  /** Percent of it that are done; null where there is nothing to do. */
  share: number | null;
  /** Cards that are still to come; with none nothing is said of it. */
  left: number;
}

export function progressOf(session: SessionState): Progress {
  const done = session.doneIds.length;
  const left = cardsLeft(session);
  if (session.phase === 'completed') return { share: 100, left };
  if (session.phase === 'empty') return { share: null, left };
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
      aria-keyshortcuts={KEYS.session.leave.join()}
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

/** The upper edge of a session: the way out, how far it is, and what can be done to it. Nothing is lost by leaving. */
export function SessionBar({
  title,
  share = 0,
  left = 0,
  exit = paths.student(),
  children,
}: Partial<Progress> & { title: ReactNode; exit?: string; children?: ReactNode }) {
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
        {share !== null && <SessionProgress value={share} label={t`Share of the session that is done`} />}
        {left > 0 && <span className={`tabular ${classes.left}`}>{t`${left} left`}</span>}
      </div>
    </header>
  );
}
