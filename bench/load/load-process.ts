/** Posts answers for a program of the bench, in a process of its own: one load after the other, as it is ordered. */
import { generateLoad, type PreparedRequest } from './load-generator.ts';
import type { LoadOrder } from './load-processes.ts';

let requests: PreparedRequest[] = [];

process.on('message', async (order: LoadOrder) => {
  if (order.requests) requests = order.requests;
  const result = await generateLoad({ ...order, requests });
  // Those to be sent next come first.
  const next = (result.succeeded + result.failed) % requests.length;
  requests = [...requests.slice(next), ...requests.slice(0, next)];
  process.send!(result);
});
process.on('disconnect', () => process.exit(0));
