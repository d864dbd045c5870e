import { matchRoutes } from 'react-router-dom';
import t from 'tap';
import type { TourSchool } from '../../bin/tour/tour-school.ts';
import { addressIn } from '../../bin/tour/tour-screen.ts';
import { TOUR_SCREENS } from '../../bin/tour/tour-screens.ts';
import { ROUTES } from '../../web/app/router.tsx';
import { ADMIN_VIEWS } from '../../web/lib/pages/admin-view.ts';
import { CLASS_TABS, paths } from '../../web/lib/pages/paths.ts';

const school = {
  classId: 1,
  classCode: 'KMTRWB',
  invitation: 'A'.repeat(43),
  deckId: 2,
  choiceDeckId: 7,
  heardDeckId: 8,
  ownDeckId: 3,
  madeDeckId: 6,
  classmateId: 9,
  doneExamId: 4,
  runningExamId: 5,
} as TourSchool;

const addresses = TOUR_SCREENS.map((screen) => addressIn(screen, school));

/** The paths of the router; `/admin` only leads to the login. */
const routes = ROUTES.flatMap(({ path }) => path ?? []).filter((path) => path !== '/admin');

t.test('every page of the client has a picture in the tour', async (t) => {
  t.ok(routes.length > 15);
  const shown = addresses.map((address) => {
    const matches = matchRoutes(
      routes.map((path) => ({ path })),
      new URL(address, 'http://here'),
    );
    return matches!.at(-1)!.route.path;
  });
  t.same([...new Set(shown)].toSorted(), routes.toSorted());
  t.notOk(addresses.join().includes('undefined'), 'the school has what an address names');
});

t.test('every part of the administration and of a class has one', async (t) => {
  for (const view of ADMIN_VIEWS)
    t.ok(view === 'home' || addresses.some((address) => address.includes(`/assmin?view=${view}`)), view);
  for (const tab of CLASS_TABS) t.ok(addresses.includes(paths.teacherClass(school.classId, tab)), tab);
});
