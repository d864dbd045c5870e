/**
 * Writes the words by which the drawings for cards are found, English and Vietnamese, into
 * web/card/picture/drawing-words.json: the annotations of Unicode's CLDR, as emojibase-data has them.
 *
 * Needs that package unpacked, which is too large to be installed for this alone: `npm pack emojibase-data@17.0.0`. Its
 * folder is the one argument.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Emoji {
  hexcode: string;
  label: string;
  tags?: string[];
}

/** Of a person in five colours of skin the one without a colour is enough; flags show no meaning of a word. */
const LEFT_OUT = /skin-tone|^flag-/;

const WORDS = join(import.meta.dirname, '../web/card/picture/drawing-words.json');

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Which folder is emojibase-data in?');
  process.exit(1);
}
const nameOf: Record<string, string> = createRequire(import.meta.url)(
  '@iconify-json/fluent-emoji-flat/chars.json',
);
const words = new Map<string, Set<string>>();
for (const language of ['en', 'vi']) {
  const emojis: Emoji[] = JSON.parse(readFileSync(join(folder, language, 'data.json'), 'utf8'));
  for (const { hexcode, label, tags = [] } of emojis) {
    const code = hexcode.toLowerCase();
    const name = nameOf[code] ?? nameOf[code.replace('-fe0f', '')];
    if (!name || LEFT_OUT.test(name)) continue;
    const known = words.get(name) ?? new Set([name.replaceAll('-', ' ')]);
    for (const word of [label, ...tags]) known.add(word.normalize('NFC').toLowerCase());
    words.set(name, known);
  }
}
const lines = [...words]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, of]) => `  ${JSON.stringify(name)}: ${JSON.stringify([...of].join('|'))}`);
writeFileSync(WORDS, `{\n${lines.join(',\n')}\n}\n`);
console.log(`Wrote the words of ${lines.length} drawings.`);
