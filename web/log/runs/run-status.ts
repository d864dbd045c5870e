import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LogRun, LogRunKind } from '../../../core/log/log.schema.ts';

/** Waits or runs. */
export const isOpen = ({ status }: Pick<LogRun, 'status'>): boolean =>
  status === 'queued' || status === 'running';

export const kindText: Record<LogRunKind, MessageDescriptor> = {
  verify: msg`Verification`,
  rebuild: msg`Rebuild`,
};

export const runStatusText: Record<LogRun['status'], MessageDescriptor> = {
  queued: msg`Waiting`,
  running: msg`Running`,
  completed: msg`Finished`,
  failed: msg`Failed`,
  cancelled: msg`Cancelled`,
};

/** One that found rows that differ is finished, but nothing to be glad of. */
export function statusColor({ status, kind, differences }: LogRun): string {
  if (status === 'running') return 'grape';
  if (status === 'failed') return 'red';
  if (status !== 'completed') return 'gray';
  return kind === 'verify' && differences !== 0 ? 'yellow' : 'teal';
}
