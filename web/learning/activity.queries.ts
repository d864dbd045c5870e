import { addressOf } from '../../core/address.ts';
import { useRead } from '../lib/use-read.ts';
import { useProgressSaved } from './progress-saved.ts';

/** The student's study days, streak and retention; read again when answers that waited have arrived. */
export function useActivity() {
  const activity = useRead(addressOf('GET /api/activity'));
  useProgressSaved(() => void activity.mutate());
  return activity;
}
