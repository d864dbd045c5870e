/** Builds the client into dist/web unless it is up to date. `npm start` does this by itself. */

import { StartError } from './command/start-error.ts';
import { ensureClient } from './launcher/client-build.ts';

try {
  await ensureClient({ log: (line) => console.log(line) });
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
