/** For the client, which loads none of the projections: the compiler asks it for a text of each. */
export type { ProjectionName } from './projections.ts';
