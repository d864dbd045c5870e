import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { startApi } from '../harness/api-harness.ts';

const api = await startApi(t);
const folder = api.services.storage.folder!;

t.test('a file may run nothing, whatever it is, and no folder is listed', async (t) => {
  mkdirSync(join(folder, 'cards'), { recursive: true });
  for (const name of ['a.html', 'a.svg', 'a.mp3', 'a.png'])
    writeFileSync(join(folder, 'cards', name), '<script>alert(1)</script>');
  for (const name of ['a.html', 'a.svg', 'a.mp3', 'a.png']) {
    const { status, headers } = await api.raw('GET', `/storage/cards/${name}`);
    t.equal(status, 200, name);
    t.match(headers['content-security-policy'], /(^|; ?)sandbox/, `${name} may do nothing`);
    t.match(headers['content-security-policy'], /default-src 'none'/);
    t.equal(headers['x-content-type-options'], 'nosniff');
    const isShown = /mp3|png/.test(name);
    t.equal(headers['content-disposition'], isShown ? undefined : `attachment; filename="${name}"`);
  }
  for (const path of ['/storage/cards/', '/storage/cards', '/storage/']) {
    const { status, body } = await api.raw<string>('GET', path);
    t.ok(status === 404 || status === 400, `${path} is ${status}`);
    t.notMatch(JSON.stringify(body), /a\.mp3/);
  }
});
