import t from 'tap';
import { openFirefox } from './firefox.ts';
import { mainJourney } from './main-journey.ts';

t.test('GLB-28 the main journey in Firefox', (t) => mainJourney(t, 'firefox', openFirefox));
