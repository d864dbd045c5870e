import { resolve } from 'node:path';
import { loadConfig, requireSafeListening } from '../core/process/config.ts';
import { exitAtLast, reportFailure } from '../core/process/process-end.ts';
import { allocateYoung, releaseStartupMemory } from '../core/process/process-memory.ts';
import { buildApp } from './app.ts';
import { openServices } from './services.ts';

const CLIENT = resolve(import.meta.dirname, '../dist/web');

try {
  allocateYoung();
  const config = loadConfig(process.env);
  requireSafeListening(config);
  const services = await openServices(config);
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

  await app.listen({ port: config.PORT, host: config.HOST });
  releaseStartupMemory();
} catch (error) {
  reportFailure(error);
  process.exit(1);
}
