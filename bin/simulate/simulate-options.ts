import { parseArgs } from 'node:util';
import { ROW_ID_MAX } from '../../core/contract/row-id.ts';
import { StartError } from '../command/start-error.ts';

export interface SimulateOptions {
  /** Without a slash at the end. */
  url: string;
  students: number;
  /** The class to join; without it a teacher and a class are made. */
  classId: number | undefined;
  minutes: number;
  /** How many times as quick as people. */
  pace: number;
}

export const USAGE = `npm run simulate -- [--url http://localhost:3000] [--students 30] [--class NUMBER] [--minutes 5] [--pace 1]`;

const MOST_STUDENTS = 5_000;

/** Throws a StartError for what cannot be meant. */
export function readOptions(args: string[]): SimulateOptions {
  const { url, students, class: classId, minutes, pace } = parse(args);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new StartError(`--url must be an address such as http://localhost:3000, not "${url}".`);
  return {
    url: url.replace(/\/+$/, ''),
    students: wholeNumber('students', students, MOST_STUDENTS),
    classId: classId === undefined ? undefined : wholeNumber('class', classId, ROW_ID_MAX),
    minutes: positive('minutes', minutes),
    pace: positive('pace', pace),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        url: { type: 'string', default: 'http://localhost:3000' },
        students: { type: 'string', default: '30' },
        class: { type: 'string' },
        minutes: { type: 'string', default: '5' },
        pace: { type: 'string', default: '1' },
      },
    }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new StartError(`${sentence}. Usage: ${USAGE}`);
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw new StartError(`--${name} must be a whole number from 1 to ${most}, not "${text}".`);
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value;
  throw new StartError(`--${name} must be a number above 0, not "${text}".`);
}
