import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import t from 'tap';
import { withoutMetadata } from '../../core/files/picture-metadata.ts';
import { LOGO_MAX_BYTES } from '../../core/site/site-limits.ts';
import { type FormFields, fileOf, formOf } from '../card/card-form.ts';
import { MARK, MARKED_PICTURES } from '../files/marked-pictures.ts';
import { startApi } from '../harness/api-harness.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const uploads = join(api.services.config.DATA_DIR, 'uploads');

const save = (fields: FormFields) => admin.unchecked('POST /api/admin/site-settings', { ...formOf(fields) });
const settings = async () => (await api.call('GET /api/site-settings')).body.data;

const DEFAULTS = {
  title: 'Nhớ',
  logo_url: null,
  contact_email: null,
  letters: false,
  school_login: null,
  delete_unseen_years: null,
  delete_disabled_months: null,
  // Before an administrator has said who may come in.
  entry: 'open',
  entry_is_chosen: false,
  students_make_decks: false,
};

t.test('CX-12 SL-11 the site’s title and logo are for everybody, with built-in defaults', async (t) => {
  t.same((await api.call('GET /api/site-settings')).body, { success: true, data: DEFAULTS });
});

t.test(
  'GLB-09 SL-13 (document 1 §1) the contact address is the administrator’s, else the environment’s',
  async (t) => {
    const school = await startApi(t, { env: { CONTACT_EMAIL: 'lienhe@example.org' } });
    const head = await school.register('admin');
    const shown = async () => (await school.data('GET /api/site-settings')).contact_email;
    const say = (contact_email: string) =>
      head.unchecked('POST /api/admin/site-settings', { ...formOf({ contact_email }) });
    t.match(await say('van-phong@truong.edu.vn'), {
      status: 200,
      body: { data: { ...DEFAULTS, contact_email: 'van-phong@truong.edu.vn' } },
    });
    t.equal(await shown(), 'van-phong@truong.edu.vn');
    for (const wrong of ['van-phong', 'a@b@c', 'van phong@truong.vn', `${'a'.repeat(250)}@b.vn`])
      t.match(await say(wrong), { status: 422, body: { errors: { contact_email: [String] } } }, wrong);
    t.equal(await shown(), 'van-phong@truong.edu.vn');
    t.equal((await say('')).status, 200);
    t.equal(await shown(), 'lienhe@example.org', 'taken away, the one of the environment holds again');
    const acts = await school.sql`select details from acts where act = 'site.changed' order by id`;
    t.same(
      acts.map(({ details }) => details),
      [{ contact: true }, { contact: false }],
      'the book has no address',
    );
  },
);

t.test(
  'SL-11 SL-13 title and logo are of the database, the contact address else of the environment',
  async (t) => {
    const school = await startApi(t, { env: { CONTACT_EMAIL: 'lienhe@example.org' } });
    const own = { title: 'Trường Ánh Dương', logo_url: '/storage/site/logo.png' };
    await school.sql`update site_settings set title = ${own.title}, logo_file = ${own.logo_url}`;
    const data = await school.data('GET /api/site-settings');
    t.same(data, { ...DEFAULTS, ...own, contact_email: 'lienhe@example.org' });
  },
);

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A grey PNG of this size; all of it is well-formed, so that only its size can be refused. */
function png(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

t.test('ADM-04 SL-11 API-47 the title is changed, and is required: 1 to 50 letters', async (t) => {
  t.match(await save({ title: '  Trường Nhớ ' }), { status: 200, body: { data: { title: 'Trường Nhớ' } } });
  t.match(await settings(), { title: 'Trường Nhớ', logo_url: null });
  for (const title of ['', '   ', 'ế'.repeat(51)])
    t.match(await save({ title }), { status: 422, body: { code: 'invalid_site_title' } });
  t.equal((await save({ title: 'ế'.repeat(50) })).status, 200);
  await save({ title: 'Nhớ' });
});

t.test('ADM-05 PIC-13 a logo is stored without metadata, served for good, and can be removed', async (t) => {
  for (const name of ['png', 'jpg', 'webp'] as const) {
    const bytes = MARKED_PICTURES[name];
    const { status, body } = await save({ title: 'Nhớ', logo: fileOf(bytes, 'logo.svg', 'image/svg+xml') });
    t.equal(status, 200, JSON.stringify(body));
    t.match(body.data.logo_url, new RegExp(`^/storage/site/[0-9a-f]{64}\\.${name}$`));
    const served = await api.app.inject(body.data.logo_url!);
    t.same(served.rawPayload, withoutMetadata(name, bytes));
    t.notOk(served.rawPayload.includes(MARK));
    t.match(served.headers['content-type'], /^image\//);
    t.match(served.headers['cache-control'], 'immutable');
  }
  await save({ title: 'Changed' });
  t.ok((await settings()).logo_url, 'it stays when only the title is sent');
  await save({ remove_logo: '1' });
  t.match(await settings(), { title: 'Changed', logo_url: null });
});

t.test('a logo that is an SVG, no picture, or has too many bytes or pixels is never decoded', async (t) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>';
  const cases: [string, Buffer | string, number, string][] = [
    ['SVG', svg, 422, 'not_a_logo'],
    ['SVG called PNG', `<?xml version="1.0"?>${svg}`, 422, 'not_a_logo'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 422, 'not_a_logo'],
    ['GIF', 'GIF89a\x01\0\x01\0\0\0\0;', 422, 'not_a_logo'],
    ['nothing', '', 422, 'not_a_logo'],
    ['half a signature', '\x89PN', 422, 'not_a_logo'],
    ['PNG without a size', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 422, 'not_a_logo'],
    [
      'JPEG without a size',
      Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(50_000)]),
      422,
      'not_a_logo',
    ],
    ['PNG of no pixels', png(0, 0), 422, 'not_a_logo'],
    ['30,000 x 30,000 pixels', png(30_000, 30_000, 10), 413, 'logo_too_large'],
    ['a byte too many', Buffer.concat([png(10, 10), Buffer.alloc(LOGO_MAX_BYTES)]), 413, 'logo_too_large'],
  ];
  for (const [what, bytes, status, code] of cases) {
    const cpu = process.cpuUsage();
    const answer = await save({ title: 'Hacked', logo: fileOf(bytes, 'logo.png', 'image/png') });
    t.match(answer, { status, body: { code } }, what);
    const { user } = process.cpuUsage(cpu);
    t.ok(user < 2e6, `${what}: ${user / 1e3} ms`);
  }
  t.match(await settings(), { title: 'Changed', logo_url: null }, 'nothing of it was taken');
  t.same(readdirSync(uploads), []);
});
