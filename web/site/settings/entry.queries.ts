import { addressOf } from '../../../core/address.ts';
import type { Body } from '../../../core/api.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { readSiteSettingsAgain } from '../../lib/pages/site-settings.tsx';

/** The setting that says who may register. */
export const useEntry = () => useRead(addressOf('GET /api/admin/entry'));

/** Changes who may come in; resolves when every page knows. */
export function useChangeEntry(): (change: Body<'POST /api/admin/entry'>) => Promise<void> {
  const { mutate } = useEntry();
  return async (change) => {
    const { data } = await callApi('POST /api/admin/entry', { body: change });
    await Promise.all([mutate(data, { revalidate: false }), readSiteSettingsAgain()]);
  };
}
