import { callApi } from '../lib/api-client.ts';

/** Which parked events are meant; what is left out means all. */
export interface ParkedChoice {
  projection?: string;
  student_id?: number;
}

export interface ReplayedEvents {
  applied: number;
  remaining: number;
}

/** Applies parked events again, in order. */
export async function replayParkedEvents(chosen: ParkedChoice): Promise<ReplayedEvents> {
  const answer = await callApi<{ data: ReplayedEvents }>('POST', '/api/admin/log/parked/replay', {
    body: chosen,
  });
  return answer.data;
}
