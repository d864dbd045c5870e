import type { SiteSettings } from '../../core/site/site.schema.ts';
import { callApi } from '../lib/api-client.ts';
import { showSiteSettings } from '../site/site-settings.tsx';
import { useSavedSiteSettings } from './use-saved-site-settings.ts';

/** Resolves when header and title show what was saved. */
export function useSaveSiteSettings(): (form: FormData) => Promise<void> {
  const { mutate } = useSavedSiteSettings();
  return async (form) => {
    const { data } = await callApi<{ data: SiteSettings }>('POST', '/api/admin/site-settings', {
      body: form,
    });
    await Promise.all([mutate(data, { revalidate: false }), showSiteSettings(data)]);
  };
}
