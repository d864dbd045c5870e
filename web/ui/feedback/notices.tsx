import { useLingui } from '@lingui/react/macro';
import { Button, Notification } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { browserClock } from '../../lib/live/timing.ts';
import classes from './notices.module.css';

const DISMISS_AFTER_MS = 5_000;
/** One with a button has to be reached first. */
const DISMISS_ACTION_AFTER_MS = 12_000;

type Kind = 'success' | 'error' | 'info' | 'warning';

/** What can be done about a notice. */
interface NoticeAction {
  label: string;
  run: () => void;
}

interface Notice {
  kind: Kind;
  text: string;
  action?: NoticeAction | undefined;
  /** Distinguishes a repeated text from the one that is already shown. */
  id: number;
}

export interface Notices {
  success: (text: string, action?: NoticeAction) => void;
  error: (text: string) => void;
  info: (text: string) => void;
  warning: (text: string) => void;
  dismiss: () => void;
}

const LOOK: Record<Kind, { color: string; icon: ReactNode }> = {
  success: { color: 'teal', icon: <IconCheck size={18} aria-hidden /> },
  error: { color: 'red', icon: <IconX size={18} aria-hidden /> },
  info: { color: 'blue', icon: <IconInfoCircle size={18} aria-hidden /> },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={18} aria-hidden /> },
};

const NoticesContext = createContext<Notices | null>(null);

function Banner({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { t } = useLingui();
  // Its time begins when it is shown; other effects may come later.
  const { action } = notice;
  const shownMs = action ? DISMISS_ACTION_AFTER_MS : DISMISS_AFTER_MS;
  useLayoutEffect(() => browserClock.after(shownMs, onClose), [onClose, shownMs]);
  return (
    <Notification
      role={notice.kind === 'error' ? 'alert' : 'status'}
      {...LOOK[notice.kind]}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t`Close the notice` }}
      withBorder
      radius="md"
      className={classes.banner}
    >
      <div className={classes.content}>
        {notice.text}
        {action && (
          <Button
            variant="light"
            mih={44}
            onClick={() => {
              onClose();
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
    </Notification>
  );
}

let lastId = 0;

/** The one banner of the product: a new notice takes the place of the one before. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const notices = useMemo<Notices>(() => {
    const show = (kind: Kind) => (text: string, action?: NoticeAction) => {
      lastId += 1;
      setNotice({ kind, text, action, id: lastId });
    };
    return {
      success: show('success'),
      error: show('error'),
      info: show('info'),
      warning: show('warning'),
      dismiss: () => setNotice(null),
    };
  }, []);
  return (
    <NoticesContext value={notices}>
      {children}
      {/* The live region is there before its content: what appears together with it may go unannounced. */}
      <div className={classes.region} aria-live="polite">
        {notice && <Banner key={notice.id} notice={notice} onClose={notices.dismiss} />}
      </div>
    </NoticesContext>
  );
}

export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (!notices) throw new Error('useNotices needs a NoticesProvider');
  return notices;
}
