import t from 'tap';
import { until } from '../until.ts';
import { LOOKS, lookName, screenCheck } from './accessible-screen.ts';
import { walkAdministration } from './admin-walk.ts';
import { startBrowserTest } from './browser-harness.ts';
import { startWalk } from './gallery-walk.ts';
import { appendPoison, givenLog, quietNights } from './log-in-browser.ts';
import { walkLog } from './log-walk.ts';
import { walkPublicPages } from './public-walk.ts';
import { walkTeachersPages } from './teacher-walk.ts';

/** With a school's login, to which nobody goes here. */
const SCHOOL = {
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'nho',
  OIDC_CLIENT_SECRET: 'not needed',
  OIDC_NAME: 'Trường Lê Quý Đôn',
};

t.test('LNG-01 ACC-22 ADM-21 the screens of visitors, teachers and administrators', async (t) => {
  const test = await startBrowserTest(t, { own: true, env: { ...quietNights(), ...SCHOOL } });

  // A row of the log's tables was tampered with, and there are events that cannot be read.
  const scene = await givenLog(test, 3);
  const tamper = 'update deck_stats set seconds = seconds + 1 where student_id = $1 and reviews = 3';
  await until(async () => (await test.db.query(tamper, [scene.student.id])).rowCount === 1);
  await appendPoison(scene);

  for (const look of LOOKS)
    await t.test(lookName(look), async (t) => {
      const context = await test.newContext(look);
      const page = await context.newPage();
      const locale = look.locale === 'vi-VN' ? 'vi' : 'en';
      const walk = startWalk({ ...test, context, page }, page, locale, screenCheck(t, page));
      await walkPublicPages(walk);
      await walkTeachersPages(walk);
      await page.evaluate(() => localStorage.clear());
      await walkAdministration(walk);
      await walkLog(walk);
      await context.close();
    });
});
