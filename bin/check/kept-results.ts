import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Hashes all that is tracked, as it is now, but for the reports that are made of it. */
function versionOf(): string {
  const listed = execFileSync('git', ['ls-files', '-z', '--', '.', ':!docs/reports'], { cwd: ROOT });
  const hash = createHash('sha256');
  for (const path of listed.toString().split('\0').filter(Boolean)) {
    hash.update(path).update('\0');
    try {
      hash.update(readFileSync(join(ROOT, path)));
    } catch {
      // Deleted, and not yet committed.
    }
  }
  return hash.digest('hex');
}

/**
 * Keeps in a folder how parts of a long run have ended. The next run goes on where this one stopped. What was kept of
 * another version counts for nothing. Without a folder nothing is kept.
 */
export class KeptResults<Result> {
  readonly #folder: string | undefined;
  readonly #version: string | undefined;

  constructor(folder: string | undefined) {
    this.#folder = folder;
    this.#version = folder && versionOf();
    if (folder) mkdirSync(folder, { recursive: true });
  }

  get(name: string): Result | undefined {
    if (!this.#folder) return undefined;
    try {
      const { version, result } = JSON.parse(readFileSync(this.#file(name), 'utf8'));
      return version === this.#version ? result : undefined;
    } catch {
      return undefined;
    }
  }

  set(name: string, result: Result): void {
    if (this.#folder)
      writeFileSync(this.#file(name), JSON.stringify({ version: this.#version, name, result }));
  }

  #file(name: string): string {
    const short = createHash('sha256').update(name).digest('hex').slice(0, 16);
    return join(this.#folder as string, `${short}.json`);
  }
}
