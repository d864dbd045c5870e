/**
 * How long `npm start` takes: on an empty folder, then again, until the product answers. Asked: again under 3 s.
 * Baseline: one Node process that loads the API's code and ends.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../bin/command/free-port.ts';

const ROOT = join(import.meta.dirname, '..');
const ROUNDS = 5;

async function startOnce(folder: string): Promise<number> {
  const env = { ...process.env, DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'error' };
  const begun = performance.now();
  const child = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
      if (output.includes('Nhớ is ready')) resolve();
    });
    void ended.then(() => reject(new Error(`It ended before it was ready:\n${output}`)));
  });
  const ms = performance.now() - begun;
  child.kill('SIGINT');
  await ended;
  return ms;
}

async function loadOnce(): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--eval', `import('${join(ROOT, 'api/app.ts')}')`], { cwd: ROOT });
  await new Promise((resolve) => child.once('exit', resolve));
  return performance.now() - begun;
}

const middle = (times: number[]): number => times.sort((one, other) => one - other)[times.length >> 1]!;

const folder = mkdtempSync(join(tmpdir(), 'nho-start-'));
// For Postgres's own user, when this one is root.
chmodSync(folder, 0o755);
try {
  const first = await startOnce(folder);
  const again: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await loadOnce());
    again.push(await startOnce(folder));
  }
  const [start, load] = [middle(again), middle(bare)];
  console.log(`first start ${Math.round(first)} ms; again ${Math.round(start)} ms (asked 3,000)`);
  console.log(
    `loading the API's code ${Math.round(load)} ms; a start takes ${(start / load).toFixed(1)} times that`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
