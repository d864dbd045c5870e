import { performRunChild } from '../../workers/perform-run-child.ts';
import { sumRun } from './sum.run.ts';

await performRunChild([sumRun], process.env, process.argv.slice(2));
