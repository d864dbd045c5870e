/** The first that is named counts: browsers also name those that they are made of, or pretend to be. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bcoc_coc_browser\//, 'Cốc Cốc'],
  [/\bZalo\b/, 'Zalo'],
  [/\bFB(?:AN|AV|_IAB)\b/, 'Facebook'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\biP(?:hone|od)\b/, 'iOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** What a browser says of itself is of any length; what is looked for stands early. */
const LOOKED_AT = 500;

export interface SessionDevice {
  browser: string | null;
  system: string | null;
}

/** Returns browser and system as people call them, without versions; null for what is not known. */
export function sessionDevice(userAgent: string | undefined): SessionDevice {
  const text = userAgent?.slice(0, LOOKED_AT) ?? '';
  const first = (names: typeof BROWSERS) => names.find(([mark]) => mark.test(text))?.[1] ?? null;
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
