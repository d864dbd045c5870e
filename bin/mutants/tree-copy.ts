import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Mutant, mutated } from './mutant.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = ['dist/web', 'dist/web.stamp'];

/** What is not source: packages, data, and what tools have made. */
const LEFT_OUT = new Set(
  ['.git', '.data', '.tap', 'coverage', 'dist', 'node_modules'].map((name) => join(ROOT, name)),
);

/** A copy of the project in which something may be wrong. It shares the project's packages and has its built client. */
export class TreeCopy {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(folder: string): Promise<TreeCopy> {
    await cp(ROOT, folder, { recursive: true, filter: (path) => !LEFT_OUT.has(path) });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const copy = new TreeCopy(folder);
    await copy.takeClient();
    return copy;
  }

  /** Takes the project's client in the place of one that was built with a fault in it. */
  async takeClient(): Promise<void> {
    for (const part of CLIENT) {
      await rm(join(this.folder, part), { recursive: true, force: true });
      await cp(join(ROOT, part), join(this.folder, part), { recursive: true });
    }
  }

  /** Puts the fault in. The function that is returned puts the place back. */
  async change(mutant: Mutant): Promise<() => Promise<void>> {
    const path = join(this.folder, mutant.file);
    const text = await readFile(path, 'utf8');
    await writeFile(path, mutated(text, mutant));
    return () => writeFile(path, text);
  }
}
