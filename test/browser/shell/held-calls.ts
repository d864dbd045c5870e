import type { Page } from 'playwright-core';

/** Holds back what the page asks of these addresses until what is returned is called. */
export async function hold(page: Page, addresses: string, method?: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    if (!method || route.request().method() === method) await promise;
    await route.fallback().catch(() => {});
  });
  return resolve;
}
