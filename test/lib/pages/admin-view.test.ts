import t from 'tap';
import { ADMIN_VIEWS, parseAdminView } from '../../../web/lib/pages/admin-view.ts';

t.test('the address says which part of the administrator’s area is open', async (t) => {
  for (const view of ADMIN_VIEWS) t.equal(parseAdminView(view), view);
  for (const asked of [null, '', 'cards ', 'Official', 'elsewhere'])
    t.equal(parseAdminView(asked), 'home', `${asked}`);
});
