import { performAside } from '../../workers/perform-aside.ts';
import { sumRun } from './sum.run.ts';

await performAside([sumRun], process.env, process.argv.slice(2));
