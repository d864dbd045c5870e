import { addressOf } from '../../core/address.ts';
import { useRead } from '../lib/use-read.ts';

/** The latest verifications and rebuilds, newest first. */
export const useLogRuns = () => useRead(addressOf('GET /api/admin/log/runs'));
