import { addressOf } from '../../core/address.ts';
import { useProgressSaved } from '../learning/progress-saved.ts';
import { useRead } from '../lib/use-read.ts';

/** What is left for the student today; read again when answers that waited have arrived. */
export function useToday() {
  const today = useRead(addressOf('GET /api/today'));
  useProgressSaved(() => void today.mutate());
  return today;
}
