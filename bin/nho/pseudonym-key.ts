import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { StartError } from '../start-error.ts';

const LENGTH_MIN = 32;

/** The key in a file; it is made, readable by its owner alone, when there is none. */
export async function pseudonymKey(file: string): Promise<string> {
  try {
    await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartError(`The key file ${file} cannot be made: ${(error as Error).message}`);
  }
  const key = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: Error) => {
      throw new StartError(`The key file ${file} cannot be read: ${error.message}`);
    },
  );
  if (key.length < LENGTH_MIN)
    throw new StartError(
      `The key in ${file} is shorter than ${LENGTH_MIN} characters, so it could be guessed.`,
    );
  return key;
}
