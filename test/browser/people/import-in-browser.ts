import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { ZipFile } from 'yazl';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { logIn, type Person } from './person.ts';

const AUDIO = new URL('../../../content/official-decks/audio/', import.meta.url);

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const realAudio = (name: string): Promise<Buffer> => readFile(new URL(name, AUDIO));

export const audioFile = async (name: string): Promise<ChosenFile> => ({
  name,
  mimeType: 'audio/mpeg',
  buffer: await realAudio(name),
});

export const ankiFile = (buffer: Buffer): ChosenFile => ({
  name: 'words.apkg',
  mimeType: 'application/octet-stream',
  buffer,
});

export const jsonFile = (name: string, content: unknown): ChosenFile => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(content)),
});

export const csvFile = (name: string, text: string): ChosenFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

export async function zipFile(name: string, files: Record<string, Buffer>): Promise<ChosenFile> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(content, path, { compress: false });
  zip.end();
  return { name, mimeType: 'application/zip', buffer: await buffer(zip.outputStream) };
}

/** A ZIP with deck.json and a real audio for each of its cards, no two alike. */
export async function deckZip(cards: number): Promise<ChosenFile> {
  const sound = await realAudio('cat.mp3');
  const number = (index: number) => Buffer.from(String(index));
  const list = Array.from({ length: cards }, (_, index) => ({
    id: `c${index + 1}`,
    front: `word ${index + 1}`,
    back: `nghĩa ${index + 1}`,
    audio: `${index + 1}.mp3`,
  }));
  return zipFile('animals.zip', {
    'deck.json': Buffer.from(JSON.stringify({ cards: list })),
    ...Object.fromEntries(
      list.map(({ audio }, index) => [`audio/${audio}`, Buffer.concat([sound, number(index)])]),
    ),
  });
}

/** The administrator, logged in on the test's first page, where decks are imported. */
export async function importPage(test: BrowserTest): Promise<Person> {
  const admin = await logIn(test, test.page, 'admin');
  await openImports(test);
  return admin;
}

export async function openImports({ page }: BrowserTest): Promise<void> {
  await page.goto('/assmin?view=import');
  await importForm(page).waitFor();
}

export const importForm = (page: Page): Locator => page.getByRole('form', { name: 'Import a deck' });

export async function chooseFiles(
  page: Page,
  label: string | RegExp,
  files: ChosenFile[] | string,
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await importForm(page).getByLabel(label).click();
  await (await chooser).setFiles(files);
}

export async function fillIn(page: Page, title: string, file: ChosenFile): Promise<void> {
  await importForm(page).getByLabel('Title').fill(title);
  await chooseFiles(page, /^Deck file/, [file]);
}

export const press = (page: Page, name: 'Check only' | 'Import'): Promise<void> =>
  importForm(page).getByRole('button', { name, exact: true }).click();

export const importCard = (page: Page, title: string): Locator =>
  page.getByRole('article', { name: title }).first();

export const statusOf = (card: Locator, status: string): Locator =>
  card.getByRole('status').filter({ hasText: new RegExp(`^${status}$`) });

export const figure = (card: Locator, name: string): Promise<string | null> =>
  card
    .locator('dl > div')
    .filter({ has: card.page().getByText(name, { exact: true }) })
    .locator('dd')
    .textContent();

/** One for each page: of several, only the first one's conditions count. */
const networks = new WeakMap<Page, Promise<CDPSession>>();

/** Lets what the page sends from now on trickle: bytes a second; -1 lets it flow again. */
export async function slowUploads(page: Page, uploadThroughput: number): Promise<void> {
  const network = networks.get(page) ?? page.context().newCDPSession(page);
  networks.set(page, network);
  const session = await network;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
}
