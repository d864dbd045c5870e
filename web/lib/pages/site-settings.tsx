import { createContext, type ReactNode, useContext } from 'react';
import useSWR, { mutate } from 'swr';
import { addressOf } from '../../../core/address.ts';
import type { SiteSettings } from '../../../core/site/site.schema.ts';
import { readAt } from '../call/api-client.ts';
import { useAwake } from '../live/use-awake.ts';

const SETTINGS = addressOf('GET /api/site-settings');

/** Shown until the server has answered, and when it cannot. */
const BUILT_IN: SiteSettings = {
  title: 'Nhớ',
  logo_url: null,
  contact_email: null,
  delete_unseen_years: null,
  delete_disabled_months: null,
  entry: 'open',
  entry_is_chosen: true,
  students_make_decks: false,
  letters: false,
  school_login: null,
};

const SiteSettingsContext = createContext<SiteSettings | undefined>(undefined);

export function SiteSettingsProvider({ children }: { children: ReactNode }) {
  const { data } = useSWR(SETTINGS, () => readAt(SETTINGS), {
    revalidateIfStale: false,
    revalidateOnFocus: false,
  });
  return <SiteSettingsContext value={data?.data}>{children}</SiteSettingsContext>;
}

/** Shows everywhere at once what has been saved. It stands in the outermost cache: below, each user has one of their own. */
export const showSiteSettings = (saved: SiteSettings): Promise<unknown> =>
  mutate(SETTINGS, { data: saved }, { revalidate: false });

/** Reads them again, where the server has answered as if others held. */
export const readSiteSettingsAgain = (): Promise<unknown> => mutate(SETTINGS);

/**
 * Title, logo and contact address of this site, and who may come in, where a guess would be wrong; undefined until the
 * server has answered.
 */
export function useKnownSiteSettings(): SiteSettings | undefined {
  const known = useContext(SiteSettingsContext);
  // The answer may come while a part of a page that was drawn without it is not taken over yet.
  return useAwake() ? known : undefined;
}

/** Returns the settings of this site, and until then what holds for most. */
export const useSiteSettings = (): SiteSettings => useKnownSiteSettings() ?? BUILT_IN;
