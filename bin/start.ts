/** The whole product in one command: database, API and worker, each its own process, started, watched and stopped. */
import { loadConfig } from '../core/process/config.ts';
import { ensureClient } from './launcher/client-build.ts';
import { startProduct } from './launcher/product.ts';
import { runUntilStopped } from './launcher/run-until-stopped.ts';

await runUntilStopped(async (around) => {
  const log = (line: string) => console.log(line);
  const prepareClient = () => ensureClient({ signal: around.signal, log });
  const address = await startProduct(loadConfig(process.env), { ...around, log, prepareClient });
  log(`Nhớ is ready at ${address}`);
});
