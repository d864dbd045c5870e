import { detectLocale, type Locale } from '../../../core/text/locale.ts';
import { STORAGE_KEY } from '../kept/storage-key.ts';

/** The visitor's language: chosen earlier, or the browser's. */
export const visitorsLocale = (): Locale =>
  detectLocale({
    get stored() {
      return localStorage.getItem(STORAGE_KEY.language);
    },
    get browserLanguages() {
      return navigator.languages;
    },
    get host() {
      return window.location.hostname;
    },
  });
