import t from 'tap';
import { startApi } from '../harness/api-harness.ts';

/** Before an administrator has said who may come in. */
const ENTRY = { entry: 'open', entry_is_chosen: false, students_make_decks: false };

const read = async (api: Awaited<ReturnType<typeof startApi>>) =>
  (await api.call('GET /api/site-settings')).body;

t.test('CX-12 SL-11 the site’s title and logo are for everybody, with built-in defaults', async (t) => {
  t.same(await read(await startApi(t)), {
    success: true,
    data: {
      title: 'Nhớ',
      logo_url: null,
      contact_email: null,
      letters: false,
      school_login: null,
      delete_unseen_years: null,
      delete_disabled_months: null,
      ...ENTRY,
    },
  });
});

t.test('SL-11 SL-13 title and logo are of the database, the contact address of the settings', async (t) => {
  const api = await startApi(t, { env: { CONTACT_EMAIL: 'lienhe@example.org' } });
  await api.sql`update site_settings set title = 'Trường Ánh Dương', logo_file = '/storage/site/logo.png'`;
  t.same(await read(api), {
    success: true,
    data: {
      title: 'Trường Ánh Dương',
      logo_url: '/storage/site/logo.png',
      contact_email: 'lienhe@example.org',
      delete_unseen_years: null,
      delete_disabled_months: null,
      ...ENTRY,
      letters: false,
      school_login: null,
    },
  });
});
