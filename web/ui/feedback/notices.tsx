import { useLingui } from '@lingui/react/macro';
import { Button, Notification } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { onBatchFailed } from '../../lib/call/batch.ts';
import { browserClock } from '../../lib/live/timing.ts';
import classes from './notices.module.css';

const DISMISS_AFTER_MS = 5_000;

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
  /** Takes a text away that is no longer true, if it is the one that is shown. */
  withdraw: (text: string) => void;
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
  const { action } = notice;
  const left = useRef(DISMISS_AFTER_MS);
  // Its reader has the time for it and for its button: by the pointer, the focus, or both.
  const [holds, setHolds] = useState(0);
  const isHeld = holds > 0;
  const hold = () => setHolds((count) => count + 1);
  const letGo = () => setHolds((count) => count - 1);
  // Its time begins when it is shown; other effects may come later.
  useLayoutEffect(() => {
    if (isHeld) return;
    const from = browserClock.now();
    const stop = browserClock.after(left.current, onClose);
    return () => {
      stop();
      left.current -= browserClock.now() - from;
    };
  }, [onClose, isHeld]);
  return (
    <Notification
      role={notice.kind === 'error' ? 'alert' : 'status'}
      {...LOOK[notice.kind]}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t`Close the notice` }}
      withBorder
      radius="md"
      className={classes.banner}
      onPointerEnter={hold}
      onPointerLeave={letGo}
      onFocus={hold}
      onBlur={letGo}
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
      withdraw: (text) => setNotice((shown) => (shown?.text === text ? null : shown)),
    };
  }, []);
  const { t } = useLingui();
  const tellOfBatch = useEffectEvent(() =>
    notices.warning(t`Loading everything at once failed; loading the parts one by one.`),
  );
  useEffect(() => onBatchFailed(() => tellOfBatch()), []);
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
