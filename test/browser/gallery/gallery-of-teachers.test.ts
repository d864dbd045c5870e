import { LOOKS, lookName } from '../harness/accessible-screen.ts';
import { screen } from '../harness/screen.ts';
import { walkInLook } from './gallery-walk.ts';
import { walkTeachersPages } from './teacher-walk.ts';

const test = screen();

test('LNG-01 ACC-22 the screens of teachers', async (app) => {
  for (const look of LOOKS)
    await app.t.test(lookName(look), (t) => walkInLook(t, app, look, [walkTeachersPages]));
});
