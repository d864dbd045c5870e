import type { LogRun, LogRunKind } from '../../core/log/log.schema.ts';
import { callApi } from '../lib/api-client.ts';

/** Has these projections, or all, verified or rebuilt; answers how that stands. */
export async function startLogRun(kind: LogRunKind, projections?: string[]): Promise<LogRun> {
  return (await callApi('POST /api/admin/log/runs', { body: { kind, projections } })).data;
}
