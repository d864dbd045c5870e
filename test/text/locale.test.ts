import t from 'tap';
import { detectLocale } from '../../core/text/locale.ts';

const hints = (given: Partial<Parameters<typeof detectLocale>[0]>) => ({
  stored: null,
  browserLanguages: ['en-US', 'en'],
  host: 'example.org',
  ...given,
});

t.test('LNG-02 a Vietnamese browser starts in Vietnamese', async (t) => {
  t.equal(detectLocale(hints({ browserLanguages: ['vi-VN', 'en'] })), 'vi');
  t.equal(detectLocale(hints({ browserLanguages: ['VI'] })), 'vi');
  t.equal(detectLocale(hints({ browserLanguages: ['fr', 'vi', 'en'] })), 'vi', 'the first that we speak');
});

t.test('LNG-03 a host that ends in .vn is Vietnamese whatever the browser says', async (t) => {
  t.equal(detectLocale(hints({ host: 'nho.edu.vn' })), 'vi');
  t.equal(detectLocale(hints({ host: 'NHO.VN' })), 'vi');
  t.equal(detectLocale(hints({ host: 'nho.vn.example.org' })), 'en', 'only at its end');
  t.equal(detectLocale(hints({ host: 'myvn' })), 'en', 'only as a part of its own');
});

t.test('LNG-04 any other browser and host starts in English', async (t) => {
  t.equal(detectLocale(hints({})), 'en');
  t.equal(detectLocale(hints({ browserLanguages: ['fr', 'de-AT'] })), 'en');
  t.equal(detectLocale(hints({ browserLanguages: [] })), 'en');
  t.equal(detectLocale(hints({ browserLanguages: ['en', 'vi'] })), 'en', 'English is preferred');
});

t.test('LNG-05 CX-01 an earlier choice comes before all else', async (t) => {
  t.equal(detectLocale(hints({ stored: 'en', browserLanguages: ['vi'], host: 'nho.vn' })), 'en');
  t.equal(detectLocale(hints({ stored: 'vi' })), 'vi');
  t.equal(detectLocale(hints({ stored: 'fr', browserLanguages: ['vi'] })), 'vi', 'an unknown one does not');
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
