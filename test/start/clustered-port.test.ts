import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { freePort } from '../../bin/command/free-port.ts';
import { startPrograms } from '../../bin/launcher/programs.ts';
import type { Started } from '../../bin/launcher/run-until-stopped.ts';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import { JWT_SECRET } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { addressesOf, createTestDatabase } from '../harness/database-harness.ts';
import { processesOf } from './launched-product.ts';
import { call, newAccount } from './product-calls.ts';

t.test(
  'PRO-02 where the kernel spreads no connections, two processes serve one port all the same',
  async (t) => {
    const { url: databaseUrl } = await createTestDatabase(t, { content: true });
    const folder = mkdtempSync(join(tmpdir(), 'nho-clustered-'));
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    const url = `http://127.0.0.1:${await freePort()}`;
    const started: Started[] = [];
    const stop = async (): Promise<void> => {
      for (const one of started.splice(0).reverse()) await one.stop();
    };
    t.teardown(stop);
    // What a forked process would find in its environment by itself.
    process.env.MIGRATE_DATABASE_URL = 'the owner of the database, who is for no API process';
    t.teardown(() => delete process.env.MIGRATE_DATABASE_URL);
    await startPrograms(
      {
        apis: 2,
        workers: 0,
        env: {
          PATH: process.env.PATH,
          ...addressesOf(databaseUrl),
          PORT: new URL(url).port,
          DATA_DIR: folder,
          JWT_SECRET,
          LOG_LEVEL: 'silent',
        },
        readyUrl: `${url}/readyz`,
        spreading: 'cluster',
      },
      { signal: new AbortController().signal, started: (one) => started.push(one), log: () => {} },
    );
    const { token } = (await call<LoginAnswer>(url, '/api/register', { body: newAccount() })).body;
    const ids = async (path: string) =>
      column((await call<{ data: { id: number }[] }>(url, path, { token })).body.data, 'id');
    const [deck] = await ids('/api/official-decks');
    const [card] = await ids(`/api/decks/${deck}/cards/set`);
    const answer = async (): Promise<number> =>
      (
        await call(url, `/api/cards/${card}/progress`, {
          body: { status: 2, time_spent: 3, card_type: 'new' },
          token,
          headers: { connection: 'close' },
        })
      ).status;
    const statuses = await Promise.all(Array.from({ length: 20 }, answer));
    t.same(new Set(statuses), new Set([200]));
    for (const name of ['api-1', 'api-2']) {
      const measures = await (await fetch(`${url}/metrics?process=${name}`)).text();
      t.ok(Number(/^nho_events_appended_total (\d+)$/m.exec(measures)?.[1]) > 0, `${name} has taken answers`);
    }
    const serving = processesOf(folder, 'api/server.ts');
    t.equal(serving.length, 2);
    for (const { pid } of serving)
      t.notMatch(readFileSync(`/proc/${pid}/environ`, 'utf8'), 'the owner of the database');
    await stop();
    await t.rejects(fetch(`${url}/healthz`), 'nobody listens any more');
  },
);
