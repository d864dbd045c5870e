import jsqr from 'jsqr';
import type { Locator, Page } from 'playwright-core';

/** Reads a QR code off the screen, as a phone's camera would. */
export async function readCode(code: Locator): Promise<string | undefined> {
  const picture = (await code.screenshot({ scale: 'css' })).toString('base64');
  const { data, width, height } = await code.page().evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    // A camera sees more points than the screen has here.
    [canvas.width, canvas.height] = [image.width * 3, image.height * 3];
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return { data: [...data], width: canvas.width, height: canvas.height };
  }, picture);

  // A bundle of another kind, whose own export is in what Node takes for the default.
  const read = (jsqr as unknown as { default: typeof jsqr }).default;
  return read(Uint8ClampedArray.from(data), width, height)?.data;
}

/** The pages of a printed PDF. */
export const pagesOf = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

export const slip = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Login slips' }).getByRole('listitem').filter({ hasText: name });

export const factsOf = (one: Locator): Promise<string[]> => one.locator('dd').allInnerTexts();

export async function firstLogin(page: Page, address: string, given: string, own: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Password', { exact: true }).fill(given);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.getByRole('heading', { name: 'Choose your password' }).waitFor();
  await page.getByLabel('New password', { exact: true }).fill(own);
  await page.getByLabel('Repeat the new password').fill(own);
  await page.getByRole('button', { name: 'Change the password' }).click();
}

/** Puts a long text into a field at once: typed by Playwright, thousands of lines take minutes. */
export const pasteInto = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element, value) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(element, value);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
