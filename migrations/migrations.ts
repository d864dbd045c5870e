import type { Migration } from '@mikro-orm/migrations';
import { MIGRATION_NAMES } from './migration-names.ts';

type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

/** Every migration, in order, with what it does: the one class of its file. */
export const migrations = await Promise.all(
  MIGRATION_NAMES.map(async (name) => ({
    name,
    class: Object.values<MigrationClass>(await import(`./${name}.ts`))[0]!,
  })),
);
