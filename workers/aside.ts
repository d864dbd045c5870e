/**
 * `node workers/aside.ts KIND ID`: performs one durable run in a process of its own. The process may be killed at any
 * moment. workers/child-script.ts has the exit codes.
 */
import { runKinds } from '../core/run-kinds.ts';
import { performAside } from './perform-aside.ts';

await performAside(runKinds, process.env, process.argv.slice(2));
