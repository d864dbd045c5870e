import type { BrowserContext, Page } from 'playwright-core';

/** Milliseconds after which an entry of the history is left as it is: one that a reload has brought along stays. */
const ENOUGH_MS = 1_000;

/** A dialog that closes takes its entry of the history away. That step back ends only after the dialog is gone. */
async function untilStepsBackEnded(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () =>
        document.querySelector('[role=dialog], [role=alertdialog]') !== null ||
        !(history.state as { dialogs?: string[] } | null)?.dialogs?.length,
      undefined,
      { timeout: ENOUGH_MS },
    )
    .catch(() => {});
}

/**
 * Has the pages of a context go elsewhere only when no step back is under way: the browser would end one with the other,
 * as nobody can who has to type an address.
 */
export function waitForClosedDialogs(context: BrowserContext): void {
  context.on('page', (page) => {
    const goto = page.goto.bind(page);
    const reload = page.reload.bind(page);
    page.goto = async (...given) => {
      await untilStepsBackEnded(page);
      return goto(...given);
    };
    page.reload = async (...given) => {
      await untilStepsBackEnded(page);
      return reload(...given);
    };
  });
}
