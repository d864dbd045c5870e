import { LOOKS, lookName, screenCheck } from '../harness/accessible-screen.ts';
import { screen } from '../harness/screen.ts';
import { openDeck, plainCards } from '../people/learning-in-browser.ts';
import { deployable, setOffline, workerReady } from '../people/offline-in-browser.ts';
import { logIn } from '../people/person.ts';

const test = screen();

test('OFF-03 OFF-05 without a network, and with a new version: accessible, in every look', async (app) => {
  const { t, baseUrl, newContext } = app;
  for (const look of LOOKS)
    await t.test(lookName(look), async (t) => {
      const to = await deployable(t, baseUrl);
      const context = await newContext({ ...look, baseURL: to.baseUrl, serviceWorkers: 'allow' });
      t.teardown(() => context.close());
      const page = await context.newPage();
      const there = { ...app, page, baseUrl: to.baseUrl };
      const student = await logIn(there, there.page, 'student');
      const deckId = await student.deck('Words', plainCards(2));
      const check = screenCheck(t, page);
      await page.goto('/student');
      await workerReady(page);
      await page.reload();
      await page.getByText('Words').first().waitFor({ state: 'attached' });

      await setOffline(context, true);
      await page.reload();
      await page.getByText(/^(Offline|Ngoại tuyến) · /).waitFor();
      await check('home offline');
      await openDeck(there.page, deckId);
      await page
        .getByText(/^(This deck is not on this device yet|Bộ thẻ này chưa có trên thiết bị)/)
        .waitFor();
      await check('deck not kept');

      await setOffline(context, false);
      await page.goto('/student');
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
