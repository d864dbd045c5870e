import t from 'tap';
import { mainJourney } from './main-journey.ts';
import { openWebkit } from './webkit.ts';

t.test('GLB-28 the main journey in WebKit', (t) => mainJourney(t, 'webkit', openWebkit));
