import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neededProgram, WEBKIT, XVFB } from '../../bin/check/needed-program.ts';
import { freePort } from '../../bin/command/free-port.ts';
import { until } from '../harness/until.ts';
import { type Engine, PHONE } from './engine.ts';

/** Where Debian has the browser of WebKitGTK that its driver starts. */
const BROWSER = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** As WebDriver writes a key that is no letter. */
const KEYS: Record<string, string> = { Enter: '\uE007' };

function ended(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  return gone;
}

/** WebKitGTK, the engine of Safari, driven by W3C WebDriver on a screen that nobody sees. */
export async function openWebkit(): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'nho-webkit-'));
  const children: ChildProcess[] = [];
  const screen = spawn(
    neededProgram(XVFB),
    ['-displayfd', '1', '-screen', '0', '800x800x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  children.push(screen);
  const display = await new Promise<string>((resolve) =>
    screen.stdout.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`)),
  );
  const port = await freePort();
  const driver = spawn(neededProgram(WEBKIT), [`--port=${port}`, '--host=127.0.0.1'], {
    // Its sandbox refuses to be set up by root.
    env: { ...process.env, DISPLAY: display, HOME: home, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
  });
  children.push(driver);
  const close = async () => {
    for (const child of children.reverse()) await ended(child);
    await rm(home, { recursive: true, force: true });
  };
  let session = '';
  async function call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${session}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  }
  const act = (type: 'pointer' | 'key', actions: object[]) =>
    call('POST', '/actions', { actions: [{ type, id: type, actions }] });
  const stroke = (value: string) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  try {
    await until(() => call('GET', '/status').then(Boolean, () => false));
    const alwaysMatch = {
      'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation', '--full-screen'] },
    };
    const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch },
    });
    session = `/session/${sessionId}`;
    await call('POST', '/window/rect', PHONE);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    open: (url) => call('POST', '/url', { url }),
    run: (script, ...args) => call('POST', '/execute/sync', { script, args }),
    press: async (x, y) => {
      const at = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport' };
      await act('pointer', [at, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
    },
    type: async (text) => {
      await act('key', [...text].flatMap(stroke));
    },
    key: async (key) => {
      await act('key', stroke(KEYS[key] ?? key));
    },
    screenshot: async () => Buffer.from(await call<string>('GET', '/screenshot'), 'base64'),
    async close() {
      await call('DELETE', '').catch(() => {});
      await close();
    },
  };
}
