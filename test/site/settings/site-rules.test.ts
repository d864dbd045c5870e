import t from 'tap';
import type { AdminHome } from '../../../core/site/admin-home.schema.ts';
import { LOGO_MAX_BYTES } from '../../../core/site/site-limits.ts';
import { checkContact } from '../../../web/site/settings/entry-choice.tsx';
import { logHealth } from '../../../web/site/settings/home-section.tsx';
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

t.test('GLB-09 (document 1 §1) a contact address is an email address, or none', async (t) => {
  for (const address of ['', '  ', ' hoi@truong.edu.vn ']) t.equal(checkContact(address), undefined, address);
  for (const address of ['truong', 'hoi@', 'a b@truong.vn']) t.equal(checkContact(address), 'email', address);
  t.same([...toSiteForm('Nhớ', undefined, ' hoi@truong.edu.vn ')].at(-1), [
    'contact_email',
    'hoi@truong.edu.vn',
  ]);
  t.equal(toSiteForm('Nhớ', undefined, '').get('contact_email'), '', 'it is taken away');
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
  t.same([...toSiteForm('Nhớ', new File(['x'], 'logo.png')).keys()], ['title', 'logo'], 'the file last');
});

const good: AdminHome['log'] = {
  events: 5,
  lag: 0,
  lag_seconds: 0,
  parked: 0,
  verified_at: null,
  differences: null,
};

t.test('the worst that there is to say of the log is said', async (t) => {
  const verified_at = '2026-11-21T20:30:00.000Z';
  t.equal(logHealth(good), 'good', 'a young log was never checked');
  t.equal(logHealth({ ...good, verified_at, differences: 0 }), 'good');
  t.equal(logHealth({ ...good, lag: 300, lag_seconds: 59 }), 'good', 'a burst of answers is nothing');
  t.equal(logHealth({ ...good, verified_at }), 'unchecked', 'the check failed');
  t.equal(logHealth({ ...good, verified_at, lag: 1, lag_seconds: 61 }), 'behind');
  t.equal(logHealth({ ...good, lag_seconds: 61, verified_at, differences: 1 }), 'differs');
  t.equal(logHealth({ ...good, lag_seconds: 61, verified_at, differences: 1, parked: 1 }), 'parked');
});
