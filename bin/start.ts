/**
 * The whole product in one command: database, API and workers, each its own process, started, watched and stopped. With the
 * word `api` or `worker`: these alone, on a database that is there.
 */
import { loadConfig } from '../core/process/config.ts';
import { StartError } from './command/start-error.ts';
import { ensureClient } from './launcher/client-build.ts';
import { startOnly, startProduct } from './launcher/product.ts';
import { runUntilStopped } from './launcher/run-until-stopped.ts';

await runUntilStopped(async (around) => {
  const log = (line: string) => console.log(line);
  const [only] = process.argv.slice(2);
  const config = loadConfig(process.env);
  if (only === 'api' || only === 'worker') return log(await startOnly(only, config, { ...around, log }));
  if (only !== undefined)
    throw new StartError(`"${only}" cannot be started alone: name api, worker, or nothing for all.`);
  const prepareClient = () => ensureClient({ signal: around.signal, log });
  log(`Nhớ is ready at ${await startProduct(config, { ...around, log, prepareClient })}`);
});
