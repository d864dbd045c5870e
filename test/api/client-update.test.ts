import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { buildApp } from '../../api/app.ts';
import { openServices } from '../../api/services.ts';
import { startApi } from '../harness/api-harness.ts';

const SCRIPT = { old: "'sha256-old'", new: "'sha256-new'" };

/** Writes a client whose one page names a script of its build. */
function build(folder: string, name: 'old' | 'new'): void {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'pages'));
  writeFileSync(join(folder, 'assets', `page-${name}.js`), `// ${name}`);
  writeFileSync(join(folder, 'index.html'), `<title>index ${name}</title>`);
  for (const locale of ['vi', 'en'])
    writeFileSync(
      join(folder, 'pages', `home.${locale}.html`),
      `<script src="/assets/page-${name}.js"></script>`,
    );
  const pages = [{ path: '/', name: 'home' }, ...(name === 'new' ? [{ path: '/later', name: 'home' }] : [])];
  writeFileSync(join(folder, 'pages.json'), JSON.stringify({ scripts: [SCRIPT[name]], pages }));
}

t.test('PRO-07 a page is whole before and after the client is replaced while it is served', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'nho-client-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'web');
  build(folder, 'old');
  mkdirSync(join(root, 'web.earlier/assets'), { recursive: true });
  const api = await startApi(t);
  const start = async () => {
    const services = await openServices(api.services.config);
    const app = await buildApp(services, folder);
    t.teardown(async () => {
      await app.close();
      await services.close();
    });
    const open = async (url: string) => {
      const answer = await app.inject({ url, headers: { 'accept-language': 'en' } });
      return { ...answer, policy: String(answer.headers['content-security-policy']) };
    };
    return open;
  };
  const open = await start();
  const before = await open('/');
  t.match(before.body, 'page-old.js');
  t.ok(before.policy.includes(SCRIPT.old));
  t.equal((await open('/assets/page-old.js')).statusCode, 200);
  t.match((await open('/later')).body, 'index old', 'an address that this build does not know');

  renameSync(join(folder, 'assets/page-old.js'), join(root, 'web.earlier/assets/page-old.js'));
  rmSync(folder, { recursive: true });
  build(folder, 'new');
  for (const from of [open, await start()]) {
    const after = await from('/');
    t.match(after.body, 'page-new.js');
    t.ok(after.policy.includes(SCRIPT.new), 'its script may run');
    t.equal((await from('/assets/page-new.js')).body, '// new');
    t.equal((await from('/assets/page-old.js')).body, '// old', 'a page that is open asks for its parts');
    t.match((await from('/later')).body, 'page-new.js', 'an address that is new');
  }
  t.ok((await open('/')).policy.includes(SCRIPT.old), 'a document on its way may still run its own');
  const missing = await open('/assets/none.js');
  t.same([missing.statusCode, missing.json().code], [404, 'route_not_found']);
  t.equal(
    (await open('/assets/..%2f..%2fsecrets.json')).statusCode,
    400,
    'nothing outside of it is looked for',
  );
});
