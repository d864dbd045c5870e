import { runningProcesses } from '../../core/postgres/running-processes.ts';
import type { NhoCommand } from './nho-command.ts';

/** How many processes serve and work, on all machines. */
export const processesCommand: NhoCommand = {
  usage: 'processes',
  summary: 'Lists the API processes and workers that are connected to the database, of all machines.',
  options: {},
  async run({ database, result }) {
    const running = await runningProcesses(database.pool);
    const of = (kind: string) => running.filter((one) => one.kind === kind).map(({ process }) => process);
    const line = (title: string, names: string[]) => [`${title}: ${names.length}`, ...names].join('\n  ');
    result([line('API processes', of('api')), line('Workers', of('worker'))].join('\n'), running);
    return 0;
  },
};
