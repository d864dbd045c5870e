import { addressOf } from '../../core/address.ts';
import { useRead } from '../lib/use-read.ts';

const REFRESH_MS = 2_000;

/** How the log and its projections are, read again and again while the page is seen. */
export const useLogOverview = () => useRead(addressOf('GET /api/admin/log'), { refreshInterval: REFRESH_MS });
