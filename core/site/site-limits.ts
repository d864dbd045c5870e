/** Bytes of the logo. */
export const LOGO_MAX_BYTES = 2 * 1024 * 1024;
/** Pixels of the logo's longer side. */
export const LOGO_MAX_PIXELS = 4_000;
/** Letters of the site's title. */
export const SITE_TITLE_MAX = 50;
