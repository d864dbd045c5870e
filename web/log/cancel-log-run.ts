import type { LogRun } from '../../core/log/log.schema.ts';
import { callApi } from '../lib/api-client.ts';

/** Ends a run; answers how it stands: one that runs hears of it after a moment. */
export async function cancelLogRun(runId: number): Promise<LogRun> {
  return (await callApi('POST /api/admin/log/runs/:runId/cancel', { params: { runId } })).data;
}
