import { until } from '../../harness/until.ts';
import { LOOKS, lookName } from '../harness/accessible-screen.ts';
import { screen } from '../harness/screen.ts';
import { appendPoison, givenLog, quietNights } from '../people/log-in-browser.ts';
import { walkAdministration } from './admin-walk.ts';
import { walkInLook } from './gallery-walk.ts';
import { walkLog } from './log-walk.ts';
import { walkPublicPages } from './public-walk.ts';

/** With a school's login, to which nobody goes here. */
const SCHOOL = {
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'nho',
  OIDC_CLIENT_SECRET: 'not needed',
  OIDC_NAME: 'Trường Lê Quý Đôn',
};

const test = screen({ own: true, env: { ...quietNights(), ...SCHOOL } });

test('LNG-01 ACC-22 ADM-21 the screens of visitors and administrators', async (app) => {
  const { t, db } = app;

  // A row of the log's tables was tampered with, and there are events that cannot be read.
  const scene = await givenLog(app, 3);
  const tamper = 'update deck_stats set seconds = seconds + 1 where student_id = $1 and reviews = 3';
  await until(async () => (await db.query(tamper, [scene.student.id])).rowCount === 1);
  await appendPoison(scene);

  const walks = [walkPublicPages, walkAdministration, walkLog];
  for (const look of LOOKS) await t.test(lookName(look), (t) => walkInLook(t, app, look, walks));
});
