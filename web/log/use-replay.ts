import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useConfirm } from '../ui/confirm.tsx';
import type { ConfirmOptions } from '../ui/confirm-dialog.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { logFailure } from './log-text.ts';
import { type ParkedChoice, replayParkedEvents } from './replay-parked-events.ts';

/** Replays parked events after a question, and notifies of the outcome. `replay` returns true when it was done. */
export function useReplay(onReplayed: () => Promise<unknown>) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const failed = useFailure();
  const [isReplaying, setReplaying] = useState(false);

  const replay = async (chosen: ParkedChoice, question: Pick<ConfirmOptions, 'title'>): Promise<boolean> => {
    const sure = await confirm({
      ...question,
      text: t`They are applied in order. What still cannot be applied stays parked, with its new reason.`,
      confirmLabel: t`Replay`,
    });
    if (!sure) return false;
    setReplaying(true);
    try {
      const { applied, remaining } = await replayParkedEvents(chosen);
      const done = t`${plural(applied, { one: '# event was applied', other: '# events were applied' })}`;
      const left = t`${plural(remaining, { one: '# remains parked', other: '# remain parked' })}`;
      if (remaining === 0) notices.success(`${done}.`);
      else notices.warning(`${done}, ${left}.`);
      await onReplayed();
      return true;
    } catch (error) {
      failed(logFailure.replay, error);
      return false;
    } finally {
      setReplaying(false);
    }
  };

  return { replay, isReplaying };
}
