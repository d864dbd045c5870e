import t from 'tap';
import { LOOKS, lookName, screenCheck } from './accessible-screen.ts';
import { startBrowserTest } from './browser-harness.ts';
import { learner, openDeck, plainCards } from './learning-in-browser.ts';
import { deployable, setOffline, workerReady } from './offline-in-browser.ts';

t.test('OFF-03 OFF-05 without a network, and with a new version: accessible, in every look', async (t) => {
  const test = await startBrowserTest(t);
  for (const look of LOOKS)
    await t.test(lookName(look), async (t) => {
      const to = await deployable(t, test.baseUrl);
      const context = await test.newContext({ ...look, serviceWorkers: 'allow' });
      t.teardown(() => context.close());
      const page = await context.newPage();
      const there = { ...test, page, baseUrl: to.baseUrl };
      const student = await learner(there);
      const deckId = await student.deck('Words', plainCards(2));
      const check = screenCheck(t, page);
      await page.goto(`${to.baseUrl}/student`);
      await workerReady(page);
      await page.reload();
      await page.getByText('Words').first().waitFor({ state: 'attached' });

      await setOffline(context, true);
      await page.reload();
      await page.getByText(/^(Offline|Đang ngoại tuyến) · /).waitFor();
      await check('home offline');
      await openDeck(there, deckId);
      await page
        .getByText(/^(This deck is not on this device yet|Bộ thẻ này chưa có trên thiết bị)/)
        .waitFor();
      await check('deck not kept');

      await setOffline(context, false);
      await page.goto(`${to.baseUrl}/student`);
      await page.getByText('Words').first().waitFor({ state: 'attached' });
      to.deploy();
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration?.update();
      });
      await page.getByRole('button', { name: /^(Reload|Tải lại)$/ }).waitFor();
      await check('new version');
    });
});
