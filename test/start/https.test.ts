import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { chromium } from 'playwright-core';
import t from 'tap';
import { CHROMIUM, neededProgram } from '../../bin/check/needed-program.ts';
import { until } from '../harness/until.ts';
import { launch, START, temporaryFolder } from './launched-product.ts';
import { makeCertificate } from './self-signed.ts';

/** The status, the certificate's name and the certificate's own check of one call on a connection of its own. */
function call(port: number, path: string, ca: string): Promise<{ status: number | undefined; name: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ host: 'localhost', port, path, ca, agent: false }, (answer) => {
      const name = String((answer.socket as TLSSocket).getPeerCertificate().subject.CN);
      answer.resume().on('end', () => resolve({ status: answer.statusCode, name }));
    });
    call.on('error', reject).end();
  });
}

/** By which protocols a browser got the first page and all that it needs. */
async function protocolsOfHome(url: string): Promise<string[]> {
  const browser = await chromium.launch({
    executablePath: neededProgram(CHROMIUM),
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const page = await browser.newPage({ ignoreHTTPSErrors: true, serviceWorkers: 'block' });
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const all = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
        (entry) => (entry as PerformanceResourceTiming).nextHopProtocol,
      ),
    );
    return [...new Set(all)];
  } finally {
    await browser.close();
  }
}

t.test('SL-95 with a certificate it speaks HTTPS, and takes a renewed one without a stop', async (t) => {
  const folder = temporaryFolder(t);
  const files = makeCertificate(folder, 'first');
  const ca = () => readFileSync(files.TLS_CERT_FILE, 'utf8');
  const product = await launch(t, { env: { ...files, HOST: '0.0.0.0', LOG_LEVEL: 'info' } });
  await until(() => product.stdout.includes('Nhớ is ready at'), 'it is ready');
  t.match(product.stdout, `Nhớ is ready at https://localhost:${product.port}`);
  t.same(await call(product.port, '/', ca()), { status: 200, name: 'first' });
  await t.rejects(fetch(product.url), 'plain HTTP is not answered');
  const api = await product.process('api/server.ts');

  writeFileSync(files.TLS_KEY_FILE, 'half a renewal');
  await until(() => product.stdout.includes('the certificate was not renewed'), 'it says that it cannot');
  makeCertificate(folder, 'second');
  const answered = async () => {
    const { name } = await call(product.port, '/healthz', ca()).catch(() => ({ name: 'another' }));
    return name === 'second';
  };
  await until(answered, 'it answers with the renewed certificate');
  t.same(
    await protocolsOfHome(`https://localhost:${product.port}`),
    ['h2'],
    'a browser is answered by HTTP/2',
  );
  t.equal(await product.process('api/server.ts'), api, 'the same process');
  t.notMatch(product.stdout + product.stderr, 'PRIVATE KEY');
  await product.stop();
});

t.test('a certificate that cannot be read, or is none, is refused in a sentence', async (t) => {
  const folder = temporaryFolder(t);
  const files = makeCertificate(folder, 'good');
  const refusal = async (env: Record<string, string>) => {
    const product = await launch(t, { command: START, env });
    t.equal(await product.exitCode(), 1);
    t.equal(product.stderr.trim().split('\n').length, 1);
    return product.stderr;
  };
  t.match(await refusal({ ...files, TLS_KEY_FILE: `${folder}/none` }), /^TLS_KEY_FILE is wrong: .*ENOENT/);
  t.match(
    await refusal({ ...files, TLS_KEY_FILE: files.TLS_CERT_FILE }),
    /^TLS_CERT_FILE and TLS_KEY_FILE are wrong/,
  );
  t.match(await refusal({ HOST: '0.0.0.0' }), /^HOST 0\.0\.0\.0 is open to the network.*ALLOW_PLAIN_HTTP=1/);
});
