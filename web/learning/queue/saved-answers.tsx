import { Plural, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { memo, useSyncExternalStore } from 'react';
import { QuietText } from '../../flashcard/light-parts.tsx';
import { afterFrame } from '../../lib/live/timing.ts';
import { useLogInAgain } from '../../lib/pages/next-path.ts';
import type { QueueSnapshot } from './answer-queue.ts';
import { answerQueue } from './answer-queue.ts';
import classes from './saved-answers.module.css';

/** After the next card is drawn: what became of the last one can wait. */
const subscribe = (listener: () => void) => {
  let cancel = () => {};
  const stop = answerQueue().subscribe(() => {
    cancel();
    cancel = afterFrame(listener);
  });
  return () => {
    stop();
    cancel();
  };
};
const getSnapshot = () => answerQueue().snapshot();

/** Returns how many answers wait for the server, and whether they are being sent. */
function useAnswerQueue(): QueueSnapshot {
  return useSyncExternalStore(subscribe, getSnapshot);
}

function Words({ pending, undos, state }: QueueSnapshot) {
  const { t } = useLingui();
  if (pending === 0) return t`All answers saved`;
  if (state === 'sending') return t`Saving…`;
  if (undos > 0) {
    return (
      <Plural
        value={pending}
        one="# change waiting for the network"
        other="# changes waiting for the network"
      />
    );
  }
  return (
    <Plural
      value={pending}
      one="# answer waiting for the network"
      other="# answers waiting for the network"
    />
  );
}

interface SavedAnswersProps {
  /** Alone on its line a picture would say nothing. */
  isAlone: boolean;
  /** Nothing was answered here: only what still waits is said. */
  isUnasked: boolean;
}

/** Whether the server has everything. A student that was logged out meanwhile finds the way back here. */
export const SavedAnswers = memo(({ isAlone, isUnasked }: SavedAnswersProps) => {
  const queue = useAnswerQueue();
  const { t } = useLingui();
  const logIn = useLogInAgain();
  const isCalm = queue.pending === 0 || queue.state === 'sending';
  const Icon = queue.pending === 0 ? IconCloudCheck : queue.state === 'sending' ? IconCloudUp : IconCloudOff;
  if (queue.state === 'signed-out')
    return (
      <Button size="compact-sm" variant="light" onClick={logIn}>
        {t`Log in again to save your answers`}
      </Button>
    );
  if (isUnasked && queue.pending === 0) return null;
  return (
    <div className={classes.saved} role="status">
      <Icon size={16} aria-hidden />
      {/* Words that come and go with each answer would move the card on a phone. */}
      <QuietText
        size="xs"
        className={isCalm && !isAlone ? 'heard-on-phones' : undefined}
        data-calm={isCalm || undefined}
      >
        <Words {...queue} />
      </QuietText>
    </div>
  );
});
