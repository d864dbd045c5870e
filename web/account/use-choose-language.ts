import { useLingui } from '@lingui/react/macro';
import type { Locale } from '../../core/locale.ts';
import { callApi } from '../lib/api-client.ts';
import { chooseLanguage } from '../lib/language.ts';
import { noticeText } from '../lib/notice-text.ts';
import { isLoggedIn, readSession } from '../lib/stored-session.ts';
import { useNotices } from '../ui/notices.tsx';

/** Each language in its own words, for a reader who does not know the other one. */
export const LANGUAGE_NAME: Record<Locale, string> = { vi: 'VI – Tiếng Việt', en: 'EN – English' };

/** The account hears of the choice, so that it follows to other devices; here it counts also when that fails. */
function keepWithAccount(language: Locale): void {
  const session = readSession();
  if (!isLoggedIn(session) || session.mustChangePassword) return;
  callApi('PATCH /api/me', { body: { language } }).catch(() => {});
}

/** Changes the language, and says so when that fails. */
export function useChooseLanguage(): (locale: Locale) => Promise<void> {
  const { i18n } = useLingui();
  const notices = useNotices();
  return async (locale) => {
    try {
      await chooseLanguage(locale);
    } catch {
      notices.error(i18n._(noticeText.languageFailed));
      return;
    }
    keepWithAccount(locale);
  };
}
