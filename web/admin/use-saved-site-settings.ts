import useSWR from 'swr';
import type { SiteSettings } from '../../core/site/site.schema.ts';
import { getTogether } from '../lib/gathered-get.ts';

/** The settings as the server has them: a form must not start with what is shown while they are not known. */
export function useSavedSiteSettings() {
  return useSWR(
    '/api/site-settings',
    async (url: string) => (await getTogether<{ data: SiteSettings }>(url)).data,
  );
}
