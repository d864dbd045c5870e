import t from 'tap';
import { detectLocale, type Locale } from '../../core/text/locale.ts';

type Hints = Parameters<typeof detectLocale>[0];
const ENGLISH: Hints = { stored: null, browserLanguages: ['en-US', 'en'], host: 'example.org' };

const ROWS: [what: string, given: Partial<Hints>, locale: Locale][] = [
  ['LNG-02 a Vietnamese browser', { browserLanguages: ['vi-VN', 'en'] }, 'vi'],
  ['LNG-02 whatever its case', { browserLanguages: ['VI'] }, 'vi'],
  ['LNG-02 the first that we speak', { browserLanguages: ['fr', 'vi', 'en'] }, 'vi'],
  ['LNG-03 a host that ends in .vn', { host: 'nho.edu.vn' }, 'vi'],
  ['LNG-03 in capitals', { host: 'NHO.VN' }, 'vi'],
  ['LNG-03 only at its end', { host: 'nho.vn.example.org' }, 'en'],
  ['LNG-03 only as a part of its own', { host: 'myvn' }, 'en'],
  ['LNG-04 any other browser and host', {}, 'en'],
  ['LNG-04 languages that we do not speak', { browserLanguages: ['fr', 'de-AT'] }, 'en'],
  ['LNG-04 no language at all', { browserLanguages: [] }, 'en'],
  ['LNG-04 English is preferred', { browserLanguages: ['en', 'vi'] }, 'en'],
  ['LNG-05 an earlier choice', { stored: 'en', browserLanguages: ['vi'], host: 'nho.vn' }, 'en'],
  ['LNG-05 the other one', { stored: 'vi' }, 'vi'],
  ['LNG-05 not an unknown one', { stored: 'fr', browserLanguages: ['vi'] }, 'vi'],
];

t.test('LNG-02 LNG-03 LNG-04 LNG-05 CX-01 first counts a choice, then host, then browser', async (t) => {
  for (const [what, given, locale] of ROWS) t.equal(detectLocale({ ...ENGLISH, ...given }), locale, what);
});

t.test('LNG-06 an error while detecting gives Vietnamese', async (t) => {
  const broken = {
    get stored(): string | null {
      throw new Error('storage is forbidden');
    },
    browserLanguages: ['en-US'],
    host: 'example.org',
  };
  t.equal(detectLocale(broken), 'vi');
});
