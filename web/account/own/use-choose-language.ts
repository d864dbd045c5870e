import { useLingui } from '@lingui/react/macro';
import type { Locale } from '../../../core/text/locale.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { isLoggedIn, readSession } from '../../lib/kept/stored-session.ts';
import { chooseLanguage } from '../../lib/text/language.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';

/** Each language in its own words, for a reader who does not know the other one. */
export const LANGUAGE_NAME: Record<Locale, string> = { vi: 'VI – Tiếng Việt', en: 'EN – English' };

/** The account hears of the choice, so that it follows to other devices; here it counts also when that fails. */
function keepWithAccount(language: Locale): void {
  const session = readSession();
  if (!isLoggedIn(session) || session.mustChangePassword) return;
  callApi('PATCH /api/me', { body: { language } }).catch(() => {});
}

export function useChooseLanguage(): (locale: Locale) => Promise<void> {
  const { t } = useLingui();
  const notices = useNotices();
  return async (locale) => {
    try {
      await chooseLanguage(locale);
    } catch {
      notices.error(t`The language could not be loaded. Please check your connection.`);
      return;
    }
    keepWithAccount(locale);
  };
}
