import cluster from 'node:cluster';
import { resolve } from 'node:path';
import { loadConfig, requireSafeListening } from '../core/process/config.ts';
import { exitAtLast, reportFailure } from '../core/process/process-end.ts';
import { processPlace } from '../core/process/process-line.ts';
import { allocateYoung, releaseStartupMemory } from '../core/process/process-memory.ts';
import { buildApp } from './app.ts';
import { openServices } from './services.ts';

const CLIENT = resolve(import.meta.dirname, '../dist/web');

try {
  allocateYoung();
  const config = loadConfig(process.env);
  requireSafeListening(config);
  const place = processPlace();
  const services = await openServices(config, place);
  const app = await buildApp(services, CLIENT);

  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    if (stopping) return stopping;
    exitAtLast();
    stopping = app
      .close()
      .then(() => services.close())
      .then(() => process.exit(0));
    return stopping;
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The launcher's end is ours, also when it came while we started.
  process.on('disconnect', stop);
  if (process.connected === false) await stop();

  // The kernel spreads connections over the processes that listen so; where it cannot, Node's cluster does.
  const isShared = place !== undefined && place.of > 1 && !cluster.isWorker;
  await app.listen({ port: config.PORT, host: config.HOST, ...(isShared && { reusePort: true }) });
  place?.line.notify('listens', null);
  releaseStartupMemory();
} catch (error) {
  reportFailure(error);
  process.exit(1);
}
