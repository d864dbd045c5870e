/** How many partitions the log has. Fixed when the database is made: a student's events must never move. */
export const PARTITIONS = 16;

/** A place in the log. Positions count from 1 in each partition, without gaps, in the order of commit. */
export interface Position {
  partition: number;
  position: number;
  /**
   * Names the log that it is of: another one after a restore or a failover has lost its end. Other events then have the
   * same positions. Absent in positions that were given before there was one.
   */
  epoch?: string | undefined;
}

/** Returns SQL of a partition's epoch as positions carry it: enough digits to distinguish two. */
export const epochOf = (partitions: string): string => `left(${partitions}.epoch::text, 8)`;

/**
 * Returns the partition of a student's events: the top four bits of a multiplicative hash, so that neighbouring ids spread
 * (Knuth, The Art of Computer Programming, vol. 3, 6.4).
 */
export const partitionOf = (studentId: number): number => Math.imul(studentId, 0x9e3779b1) >>> 28;

/** Returns `"3-120-5f0c2a91"`: what an append answers, and a reader sends back as `After-Position`. */
export const formatPosition = ({ partition, position, epoch }: Position): string =>
  `${partition}-${position}${epoch === undefined ? '' : `-${epoch}`}`;

/** Reads a comma-separated list of positions. Returns undefined when any of them is not one. */
export function parsePositions(text: string): Position[] | undefined {
  const positions: Position[] = [];
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,2})-(\d{1,15})(?:-([0-9a-f]{8}))?\s*$/.exec(part);
    if (!match || Number(match[1]) >= PARTITIONS) return undefined;
    const place = { partition: Number(match[1]), position: Number(match[2]) };
    positions.push(match[3] === undefined ? place : { ...place, epoch: match[3] });
  }
  return positions.length > PARTITIONS ? undefined : positions;
}
