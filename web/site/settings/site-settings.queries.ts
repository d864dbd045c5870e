import { addressOf } from '../../../core/address.ts';
import type { FormOf } from '../../../core/api.ts';
import type { SiteChanges } from '../../../core/site/site.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { showSiteSettings } from '../../lib/pages/site-settings.tsx';

/** The settings as the server has them: a form must not start with what is shown while they are not known. */
export const useSavedSiteSettings = () => useRead(addressOf('GET /api/site-settings'));

/** Resolves when header and title show what was saved. */
export function useSaveSiteSettings(): (form: FormOf<SiteChanges>) => Promise<void> {
  const { mutate } = useSavedSiteSettings();
  return async (form) => {
    const { data } = await callApi('POST /api/admin/site-settings', { body: form });
    await Promise.all([mutate(data, { revalidate: false }), showSiteSettings(data)]);
  };
}

/** Changes whether students may make decks; resolves when every page knows. */
export function useChangeOwnDecks(): (allowed: boolean) => Promise<void> {
  const { mutate } = useSavedSiteSettings();
  return async (students_make_decks) => {
    const { data } = await callApi('POST /api/admin/own-decks', { body: { students_make_decks } });
    await Promise.all([mutate(data, { revalidate: false }), showSiteSettings(data)]);
  };
}
