import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../command/start-error.ts';

export interface Secrets {
  /** Signs the tokens of people who are logged in; a new one logs everybody out. */
  jwt_secret: string;
  /** The embedded database's superuser's. */
  database_password: string;
  /** The password of the role for API and worker, which may not change the database's shape. */
  app_password: string;
  /** Of the role for analysts. */
  read_password: string;
}

const secret = () => randomBytes(32).toString('base64url');

const made = (): Secrets => ({
  jwt_secret: secret(),
  database_password: secret(),
  app_password: secret(),
  read_password: secret(),
});

async function write(path: string, secrets: Secrets): Promise<Secrets> {
  await writeFile(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return secrets;
}

/** The secrets in `folder`/secrets.json, made at the first start and kept for ever; what an older version lacks is added. */
export async function loadSecrets(folder: string): Promise<Secrets> {
  const path = join(folder, 'secrets.json');
  if (existsSync(path)) {
    let found: Partial<Secrets>;
    try {
      found = JSON.parse(await readFile(path, 'utf8')) as Partial<Secrets>;
    } catch (error) {
      throw new StartError(
        `${path} cannot be read (${(error as Error).message}): put it back from a backup.`,
      );
    }
    const secrets = { ...made(), ...found };
    const isWhole = Object.keys(secrets).length === Object.keys(found).length;
    return isWhole ? secrets : write(path, secrets);
  }
  if (existsSync(join(folder, 'postgres')))
    throw new StartError(`${path}, with the database's password, is missing: put it back from a backup.`);
  return write(path, made());
}
