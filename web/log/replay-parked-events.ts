import type { Body, Data } from '../../core/api.ts';
import { callApi } from '../lib/api-client.ts';

/** Which parked events are meant; what is left out means all. */
export type ParkedChoice = Body<'POST /api/admin/log/parked/replay'>;

/** Applies parked events again, in order. */
export async function replayParkedEvents(
  chosen: ParkedChoice,
): Promise<Data<'POST /api/admin/log/parked/replay'>> {
  return (await callApi('POST /api/admin/log/parked/replay', { body: chosen })).data;
}
