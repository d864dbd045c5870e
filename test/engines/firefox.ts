import { launch } from 'puppeteer-core';
import { FIREFOX, neededProgram } from '../../bin/check/needed-program.ts';
import { type Engine, PHONE } from './engine.ts';

/** Firefox, driven by WebDriver BiDi. */
export async function openFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: neededProgram(FIREFOX),
    headless: true,
    defaultViewport: PHONE,
  });
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  return {
    open: async (address) => {
      await page.goto(address);
    },
    // As a text, since no page lets its own scripts make functions of texts.
    run: (body, ...given) =>
      page.evaluate(`(function () {${body}}).apply(null, ${JSON.stringify(given)})`) as Promise<never>,
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    key: (key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
    async close() {
      await browser.close();
      if (complaints.length > 0) throw new Error(`Errors in the page:\n${complaints.join('\n')}`);
    },
  };
}
