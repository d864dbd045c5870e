import type { Db } from './transaction.ts';

/** Versions of Citus that this program has been tried with: their first number. */
const CITUS = '13';

/** What Citus says whose program and whose tables are of different versions: it has no SQLSTATE of its own for that. */
const OUT_OF_STEP = /\bCitus library\b.* differs /;

/** Where operators read on. */
export const CITUS_DOCUMENT = 'docs/citus.md';

/** Versions of Citus: of its tables in this database, and of the program that the server has loaded. */
export interface CitusVersions {
  extension: string | null;
  loaded: string | null;
}

/** Thrown for a database on several servers whose Citus this program cannot use. Its message is a sentence for people. */
export class CitusError extends Error {
  override name = 'CitusError';

  constructor(reason: string) {
    super(`This database is distributed by Citus, and ${reason} (${CITUS_DOCUMENT}).`);
  }
}

/** Returns why this program cannot use such a Citus, as a part of a sentence; undefined when it can. */
export function citusFault({ extension, loaded }: CitusVersions): string | undefined {
  if (extension === null) return 'the extension is not in it';
  if (loaded === null) return 'the server has not loaded it: put citus into its shared_preload_libraries';
  const other = [extension, loaded].find((version) => version.split('.')[0] !== CITUS);
  return other && `it is Citus ${other}; this program works with ${CITUS}`;
}

/** Asks which Citus there is. */
export async function citusVersions(db: Db): Promise<CitusVersions> {
  const { rows } = await db.query<CitusVersions>(
    `/* citusVersions */ select (select extversion from pg_extension where extname = 'citus') as extension,
       current_setting('citus.version', true) as loaded`,
  );
  return rows[0]!;
}

/** Throws a CitusError unless this program can use the Citus that a distributed database lies on. */
export async function requireKnownCitus(db: Db): Promise<void> {
  const fault = citusFault(await citusVersions(db));
  if (fault !== undefined) throw new CitusError(fault);
}

/** Returns what is to be thrown for this error: Citus refuses every statement when it was updated in part. */
export function asCitusError(error: unknown): unknown {
  const { message, detail } = error as { message?: string; detail?: string };
  if (!OUT_OF_STEP.test(message ?? '')) return error;
  const said = [message, detail].filter(Boolean).join('. ').replace(/\.$/, '');
  return new CitusError(`it was updated in part: ${said}`);
}
