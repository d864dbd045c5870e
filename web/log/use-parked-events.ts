import { addressOf } from '../../core/address.ts';
import { useList } from '../lib/use-read.ts';

/** What projections could not apply, by projection and student. */
export const useParkedEvents = () => useList(addressOf('GET /api/admin/log/parked'));
