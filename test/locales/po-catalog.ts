import { readFileSync } from 'node:fs';
import type { Locale } from '../../core/text/locale.ts';

/** The texts of a catalog: English to translation; the header is left out. */
export function readPoCatalog(locale: Locale): Map<string, string> {
  const file = new URL(`../../web/locales/${locale}.po`, import.meta.url);
  const texts = new Map<string, string>();
  let id = '';
  let current: 'id' | 'text' = 'id';
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const match = /^(msgid |msgstr |)(".*")$/.exec(line);
    if (!match?.[2]) continue;
    const part: string = JSON.parse(match[2]);
    if (match[1] === 'msgid ') {
      id = part;
      current = 'id';
    } else if (match[1] === 'msgstr ') {
      texts.set(id, part);
      current = 'text';
    } else if (current === 'id') id += part;
    else texts.set(id, (texts.get(id) ?? '') + part);
  }
  texts.delete('');
  return texts;
}
