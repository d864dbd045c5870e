import type { Pool } from 'pg';
import type { Test } from 'tap';
import { Projector } from '../../../workers/projector.ts';

/** A projector that reports nothing and may not be stopped, unless the test says otherwise; it ends with the test. */
export function givenProjector(
  t: Test,
  pool: Pool,
  hears: Partial<ConstructorParameters<typeof Projector>[1]> = {},
) {
  const projector = new Projector(pool, {
    concurrency: 2,
    onStopped: (error) => t.error(error),
    onGoesOn: () => {},
    onNewer: () => {},
    onParked: () => {},
    ...hears,
  });
  t.teardown(() => projector.close());
  return projector;
}
