import { StartError } from '../command/start-error.ts';
import type { NhoCommand } from './nho-command.ts';
import { INTO_OPTIONS, replayInto } from './replay-into.ts';
import { replayScheduler, SCHEDULER_OPTIONS } from './replay-scheduler.ts';

export const replayCommand: NhoCommand = {
  usage: 'replay --into SCHEMA | --scheduler FILE [options]',
  summary:
    'The projections as of a time or position, in a schema for SQL; or what other rules of learning would change.',
  options: { ...INTO_OPTIONS, ...SCHEDULER_OPTIONS },
  run: (context) => {
    const { into, scheduler } = context.options;
    if ((into === undefined) === (scheduler === undefined))
      throw new StartError('replay needs either --into SCHEMA or --scheduler FILE.');
    return into === undefined ? replayScheduler(context) : replayInto(context);
  },
};
