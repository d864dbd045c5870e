/**
 * Draws the pictures that cards of the official decks name into content/official-decks/pictures, on white: so each looks
 * by night as it does by day. Only missing files are made; to make one again, delete it and run this.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CHROMIUM, neededProgram } from './check/needed-program.ts';

/** Pixels of a side: sharp on a phone at the size at which cards show them. */
const SIZE = 240;

interface Drawings {
  icons: Record<string, { body: string } | undefined>;
}

const DECKS = join(import.meta.dirname, '../content/official-decks');
const PICTURES = join(DECKS, 'pictures');

const { icons }: Drawings = createRequire(import.meta.url)('@iconify-json/fluent-emoji-flat/icons.json');

/** The drawings that the decks name, each once. */
const named = new Set(
  readdirSync(DECKS)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(DECKS, name), 'utf8')).cards)
    .flatMap(({ drawing }: { drawing?: string }) => drawing ?? []),
);
const missing = [...named].filter((name) => !existsSync(join(PICTURES, `${name}.webp`)));

mkdirSync(PICTURES, { recursive: true });
const executablePath = neededProgram(CHROMIUM, process.env.CHROMIUM_PATH);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  for (const name of missing) {
    const icon = icons[name];
    if (!icon) throw new Error(`There is no drawing ${name}`);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="-3 -3 38 38"><path fill="#fff" d="M-3-3h38v38H-3z"/>${icon.body}</svg>`;
    const url = await page.evaluate(
      async ({ svg, size }) => {
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
        canvas.getContext('2d')!.drawImage(image, 0, 0);
        return canvas.toDataURL('image/webp', 0.9);
      },
      { svg, size: SIZE },
    );
    writeFileSync(join(PICTURES, `${name}.webp`), Buffer.from(url.split(',')[1]!, 'base64'));
  }
} finally {
  await browser.close();
}
console.log(`Drew ${missing.length} pictures.`);
