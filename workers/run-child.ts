/**
 * `node workers/run-child.ts KIND ID`: performs one durable run in a process of its own. The process may be killed at any
 * moment. workers/child-script.ts has the exit codes.
 */
import { runKinds } from '../core/run-kinds.ts';
import { performRunChild } from './perform-run-child.ts';

await performRunChild(runKinds, process.env, process.argv.slice(2));
