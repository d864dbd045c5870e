import useSWR from 'swr';
import { addressOf } from '../../core/address.ts';
import type { Address, Query } from '../../core/api.ts';
import { readFile } from '../lib/call/file-download.ts';
import { getTogether } from '../lib/call/gathered-get.ts';
import { saveFile } from '../lib/call/save-file.ts';

/** Acts on one page of the screen. */
const ACTS_PAGE = 50;

type ActsCall = 'GET /api/admin/acts' | 'GET /api/classes/:classId/acts';

async function loadActs(url: Address<ActsCall>) {
  const { data, next } = await getTogether(url as Address<'GET /api/admin/acts'>);
  return { url: url as string, data, next };
}

/** A page of acts; while another one is on its way, the one before stays with `isOld`. */
function useActsAt(url: Address<ActsCall>) {
  const { data, error, mutate } = useSWR(url, loadActs, { keepPreviousData: true });
  return { data, error, mutate, isOld: data !== undefined && data.url !== url };
}

export type ActsQuery = Query<'GET /api/admin/acts/export'>;
type ActsRead = ReturnType<typeof useActsAt>;

/** Which acts are read: those of one class, or of the whole site what a search finds. */
export type ActsOf = { classId: number } | { query: ActsQuery };

/** A page of these acts, which ends before the one given. */
export function useActs(of: ActsOf, before: number | undefined): ActsRead {
  const page = { before, limit: ACTS_PAGE };
  return useActsAt(
    'classId' in of
      ? addressOf('GET /api/classes/:classId/acts', { params: { classId: of.classId }, query: page })
      : addressOf('GET /api/admin/acts', { query: { ...of.query, ...page } }),
  );
}

/** Hands all acts that a search finds to the user, as a file for spreadsheets. */
export async function saveActs(query: ActsQuery): Promise<void> {
  saveFile('acts.csv', await readFile(addressOf('GET /api/admin/acts/export', { query })));
}
