import { useEffect, useEffectEvent, useRef } from 'react';
import type { LogRun } from '../../core/log/log.schema.ts';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { logFailure } from './log-text.ts';
import { useRunResult } from './use-run-result.ts';

/** Notifies how a run has ended that was seen open. `reread` returns the latest runs as they are then. */
export function useEndedRun(
  current: LogRun | null | undefined,
  reread: () => Promise<readonly LogRun[] | undefined>,
): void {
  const runResult = useRunResult();
  const notices = useNotices();
  const failed = useFailure();
  const seen = useRef<number>(undefined);

  const notify = (run: LogRun) => {
    const text = runResult(run);
    if (run.status === 'failed') failed(logFailure[run.kind], undefined, run.failure ?? undefined);
    else if (text === null) return;
    else if (run.status === 'cancelled') notices.info(text);
    else if (run.kind === 'verify' && run.differences !== 0) notices.warning(text);
    else notices.success(text);
  };
  const look = useEffectEvent(async (runId: number) => {
    const run = (await reread())?.find(({ id }) => id === runId);
    if (run) notify(run);
  });

  const currentId = current?.id;
  useEffect(() => {
    const before = seen.current;
    seen.current = currentId;
    if (before !== undefined && before !== currentId) void look(before);
  }, [currentId]);
}
