import type { Locator } from 'playwright-core';
import type { ChosenFile } from '../people/import-in-browser.ts';

/** Presses the button that asks for a file, and chooses this one. */
export async function chooseFile(button: Locator, file: ChosenFile | string): Promise<void> {
  const chooser = button.page().waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(file);
}
