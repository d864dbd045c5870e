import { i18n, type Messages } from '@lingui/core';
import { DATE_LOCALE, LOCALES, type Locale } from '../../../core/text/locale.ts';
import { STORAGE_KEY } from '../kept/storage-key.ts';
import { visitorsLocale } from './visitors-locale.ts';

type Load = () => Promise<{ messages: Messages }>;

/**
 * One chunk per language and area, made by the build of what the area's modules use. `base` holds what everybody sees. A
 * text without a translation is compiled into it in English.
 */
const catalogs = {
  base: {
    vi: () => import('../../locales/vi.po?area=base'),
    en: () => import('../../locales/en.po?area=base'),
  },
  public: {
    vi: () => import('../../locales/vi.po?area=public'),
    en: () => import('../../locales/en.po?area=public'),
  },
  entry: {
    vi: () => import('../../locales/vi.po?area=entry'),
    en: () => import('../../locales/en.po?area=entry'),
  },
  account: {
    vi: () => import('../../locales/vi.po?area=account'),
    en: () => import('../../locales/en.po?area=account'),
  },
  errors: {
    vi: () => import('../../locales/vi.po?area=errors'),
    en: () => import('../../locales/en.po?area=errors'),
  },
  student: {
    vi: () => import('../../locales/vi.po?area=student'),
    en: () => import('../../locales/en.po?area=student'),
  },
  teacher: {
    vi: () => import('../../locales/vi.po?area=teacher'),
    en: () => import('../../locales/en.po?area=teacher'),
  },
  table: {
    vi: () => import('../../locales/vi.po?area=table'),
    en: () => import('../../locales/en.po?area=table'),
  },
  import: {
    vi: () => import('../../locales/vi.po?area=import'),
    en: () => import('../../locales/en.po?area=import'),
  },
  trash: {
    vi: () => import('../../locales/vi.po?area=trash'),
    en: () => import('../../locales/en.po?area=trash'),
  },
  admin: {
    vi: () => import('../../locales/vi.po?area=admin'),
    en: () => import('../../locales/en.po?area=admin'),
  },
} satisfies Record<string, Record<Locale, Load>>;

/** For whom a part of the client is; `base` is for everybody. */
export type Area = keyof typeof catalogs;

/** What is on the screen, or about to be. */
const areas = new Set<Area>(['base']);

async function load(locale: Locale, wanted: Iterable<Area>): Promise<void> {
  const loaded = await Promise.all([...wanted].map((area) => catalogs[area][locale]()));
  for (const { messages } of loaded) i18n.load(locale, messages);
}

/** Has the texts of an area be here, in the language of the screen; `loadTexts` takes them. */
export const fetchTexts = (area: Area): Promise<unknown> => catalogs[area][i18n.locale as Locale]();

/** Loads the texts of an area in the language of the screen. */
export async function loadTexts(area: Area): Promise<void> {
  areas.add(area);
  for (let locale = i18n.locale as Locale; ; locale = i18n.locale as Locale) {
    await load(locale, [area]);
    // Unless the language was changed meanwhile.
    if (locale === i18n.locale) return;
  }
}

/** Loads a language and shows all texts in it. */
export async function loadLanguage(locale: Locale): Promise<void> {
  await load(locale, areas);
  i18n.activate(locale, DATE_LOCALE[locale]);
}

const MANIFESTS: Record<Locale, string> = { vi: '/manifest.webmanifest', en: '/manifest.en.webmanifest' };

async function activate(locale: Locale): Promise<void> {
  await loadLanguage(locale);
  document.documentElement.lang = locale;
  // Installed, the app is named and described in the language that it was installed in.
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', MANIFESTS[locale]);
}

/** Starts in the visitor's language. */
export const startLanguage = (): Promise<void> => activate(visitorsLocale());

/** Changes the whole interface and remembers the choice; rejects when the catalog could not be loaded. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  await activate(locale);
  try {
    localStorage.setItem(STORAGE_KEY.language, locale);
    // By this the server chooses the document to send.
    // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser yet
    document.cookie = `language=${locale}; path=/; max-age=31536000; samesite=lax`;
  } catch {
    // The choice then lasts until the page is left.
  }
}

/** Takes the language that a login has brought; one whose texts do not arrive leaves the language as it is. */
export function takeStoredLanguage(): void {
  try {
    const stored = LOCALES.find((locale) => locale === localStorage.getItem(STORAGE_KEY.language));
    if (stored && stored !== i18n.locale) chooseLanguage(stored).catch(() => {});
  } catch {
    // A browser that keeps nothing has kept no language.
  }
}
