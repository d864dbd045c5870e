import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../command/free-port.ts';
import { startNodeChild } from '../launcher/node-child.ts';
import { ADMIN } from './speed-school.ts';

/** Starts the product as people do, on an empty folder; resolves once it is ready. */
export async function runningProduct(signal: AbortSignal): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'nho-speed-data-'));
  // For Postgres's own user, when this one is root.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
  const { child, ended, stop } = startNodeChild({ script: 'bin/start.ts', env, output: 'pipe' });
  child.stderr?.pipe(process.stderr);
  signal.addEventListener('abort', () => void stop());
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (text) => {
      output += text;
      if (output.includes('Nhớ is ready')) resolve();
    });
    void ended.then(() => reject(new Error(`The product ended before it was ready:\n${output}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
