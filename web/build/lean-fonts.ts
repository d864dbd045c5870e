import type { Plugin } from 'vite';

const OLD_FORMATS = /,url\([^)]+\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g;

/** Leaves out the fonts of formulas in formats that only browsers take which the client does not run in. */
export function leanFonts(): Plugin {
  return {
    name: 'lean-fonts',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('/katex/dist/') && id.endsWith('.css') ? code.replace(OLD_FORMATS, '') : undefined,
  };
}
