import t from 'tap';
import { LOGO_MAX_BYTES } from '../../../core/site/site-limits.ts';
import { checkLogo, checkSiteTitle, toSiteForm } from '../../../web/site/settings/site-section.tsx';

t.test('ADM-04 SL-11 the title has one to fifty letters', async (t) => {
  t.equal(checkSiteTitle('Nhớ'), undefined);
  t.equal(checkSiteTitle(' \n'), 'required');
  t.equal(checkSiteTitle(` ${'ế'.normalize('NFD').repeat(50)} `), undefined);
  t.equal(checkSiteTitle('x'.repeat(51)), 'long');
});

t.test('ADM-05 only PNG, JPEG and WebP of at most 2 MB are sent', async (t) => {
  for (const type of ['image/png', 'image/jpeg', 'image/webp']) {
    t.equal(checkLogo({ type, size: LOGO_MAX_BYTES }), undefined, type);
    t.equal(checkLogo({ type, size: LOGO_MAX_BYTES + 1 }), 'logo_too_large', type);
  }
  for (const type of ['image/svg+xml', 'image/gif', ''])
    t.equal(checkLogo({ type, size: 1 }), 'not_a_logo', type);
});

t.test('ADM-04 ADM-05 what the form sends', async (t) => {
  t.same([...toSiteForm(' Nhớ ', undefined).keys()], ['title']);
  t.equal(toSiteForm(' Nhớ ', undefined).get('title'), 'Nhớ');
  t.same(
    [...toSiteForm('Nhớ', null)],
    [
      ['title', 'Nhớ'],
      ['remove_logo', '1'],
    ],
  );
  t.same(
    [...toSiteForm('Nhớ', new File(['x'], 'logo.png')).keys()],
    ['title', 'logo'],
    'the file comes last',
  );
});
