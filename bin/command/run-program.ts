import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { StartError } from './start-error.ts';

/** Runs a program to its end, feeding it `input`. Throws a StartError, with its output, when it does not end well. */
export async function runProgram(
  command: string,
  args: string[],
  {
    input = '',
    failure,
    ...options
  }: SpawnOptionsWithoutStdio & { input?: string; failure: (output: string) => string },
): Promise<void> {
  const child = spawn(command, args, options);
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  child.stdin.on('error', () => {}); // It may have ended without reading.
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new StartError(failure(output.trim()));
}
