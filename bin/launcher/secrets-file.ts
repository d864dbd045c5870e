import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

export interface Secrets {
  /** Signs the tokens of people who are logged in; a new one logs everybody out. */
  jwt_secret: string;
  /** The embedded database's superuser's. */
  database_password: string;
}

/** The secrets in `folder`/secrets.json, made at the first start and kept for ever. */
export async function loadSecrets(folder: string): Promise<Secrets> {
  const path = join(folder, 'secrets.json');
  if (existsSync(path)) {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as Secrets;
    } catch (error) {
      throw new StartError(
        `${path} cannot be read (${(error as Error).message}): put it back from a backup.`,
      );
    }
  }
  if (existsSync(join(folder, 'postgres')))
    throw new StartError(`${path}, with the database's password, is missing: put it back from a backup.`);
  const secret = () => randomBytes(32).toString('base64url');
  const secrets: Secrets = { jwt_secret: secret(), database_password: secret() };
  await writeFile(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return secrets;
}
