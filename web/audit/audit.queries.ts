import useSWR from 'swr';
import { addressOf } from '../../core/address.ts';
import type { Address, Query } from '../../core/api.ts';
import { readFile } from '../lib/call/file-download.ts';
import { getTogether } from '../lib/call/gathered-get.ts';
import { saveFile } from '../lib/call/save-file.ts';

const AUDIT_PAGE = 50;

type AuditCall = 'GET /api/admin/acts' | 'GET /api/classes/:classId/acts';

async function loadAuditEntries(url: Address<AuditCall>) {
  const { data, next } = await getTogether(url as Address<'GET /api/admin/acts'>);
  return { url: url as string, data, next };
}

/** A page of entries; while another one is on its way, the one before stays with `isOld`. */
function useEntriesAt(url: Address<AuditCall>) {
  const { data, error, mutate } = useSWR(url, loadAuditEntries, { keepPreviousData: true });
  return { data, error, mutate, isOld: data !== undefined && data.url !== url };
}

export type AuditQuery = Query<'GET /api/admin/acts/export'>;
type AuditRead = ReturnType<typeof useEntriesAt>;

/** Which entries are read: those of one class, or of the whole site what a search finds. */
export type AuditOf = { classId: number } | { query: AuditQuery };

/** A page of these entries, which ends before the one given. */
export function useAuditEntries(of: AuditOf, before: number | undefined): AuditRead {
  const page = { before, limit: AUDIT_PAGE };
  return useEntriesAt(
    'classId' in of
      ? addressOf('GET /api/classes/:classId/acts', { params: { classId: of.classId }, query: page })
      : addressOf('GET /api/admin/acts', { query: { ...of.query, ...page } }),
  );
}

export async function saveAuditEntries(query: AuditQuery): Promise<void> {
  saveFile('acts.csv', await readFile(addressOf('GET /api/admin/acts/export', { query })));
}
