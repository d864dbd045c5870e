import { i18n, type Messages } from '@lingui/core';
import { detectLocale, type Locale } from './locale.ts';
import { STORAGE_KEY } from './storage-key.ts';

/** One chunk per language; a text without a translation is compiled into it in English. */
const catalogs: Record<Locale, () => Promise<{ messages: Messages }>> = {
  vi: () => import('../locales/vi.po'),
  en: () => import('../locales/en.po'),
};

const MANIFESTS: Record<Locale, string> = { vi: '/manifest.webmanifest', en: '/manifest.en.webmanifest' };

async function activate(locale: Locale): Promise<void> {
  const { messages } = await catalogs[locale]();
  i18n.loadAndActivate({ locale, messages });
  document.documentElement.lang = locale;
  // Installed, the app is named and described in the language that it was installed in.
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', MANIFESTS[locale]);
}

/** Starts in the visitor's language. */
export function startLanguage(): Promise<void> {
  const locale = detectLocale({
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
  return activate(locale);
}

/** Changes the whole interface and remembers the choice; rejects when the catalog could not be loaded. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  await activate(locale);
  try {
    localStorage.setItem(STORAGE_KEY.language, locale);
  } catch {
    // The choice then lasts until the page is left.
  }
}
