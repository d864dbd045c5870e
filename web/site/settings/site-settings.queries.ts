import { addressOf } from '../../../core/address.ts';
import type { SiteSettings } from '../../../core/site/site.schema.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { showSiteSettings } from '../../lib/pages/site-settings.tsx';

/** The settings as the server has them: a form must not start with what is shown while they are not known. */
export const useSavedSiteSettings = () => useRead(addressOf('GET /api/site-settings'));

/** Returns what shows settings that were saved, here and on every page. */
export function useShowSaved(): (saved: SiteSettings) => Promise<unknown> {
  const { mutate } = useSavedSiteSettings();
  return (saved) => Promise.all([mutate(saved, { revalidate: false }), showSiteSettings(saved)]);
}
