import type { Pool } from 'pg';
import { type FoundPerson, findPeople } from '../../core/person/person-changes.ts';
import { StartError } from '../command/start-error.ts';

/** Returns whom an argument of a command names: by an address, a user name or a number. Throws unless it is one. */
export async function namedPerson(pool: Pool, given: string): Promise<FoundPerson> {
  const [person, ...others] = await findPeople(pool, given);
  if (!person) throw new StartError(`There is no account "${given}". Nothing was changed.`);
  if (others.length === 0) return person;
  const ids = [person, ...others].map(({ id }) => id).join(', ');
  throw new StartError(
    `Several accounts were registered with "${given}", and none has confirmed it: give the number of one (${ids}). Nothing was changed.`,
  );
}
