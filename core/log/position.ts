/** How many partitions the log has. Fixed when the database is made: a student's events must never move. */
export const PARTITIONS = 16;

/** A place in the log. Positions count from 1 in each partition, without gaps, in the order of commit. */
export interface Position {
  partition: number;
  position: number;
}

/**
 * The partition of a student's events: the top four bits of a multiplicative hash, so that neighbouring ids spread
 * (Knuth, The Art of Computer Programming, vol. 3, 6.4).
 */
export const partitionOf = (studentId: number): number => Math.imul(studentId, 0x9e3779b1) >>> 28;

/** `"3-120"`: what an append answers and a reader sends back as `After-Position`. */
export const formatPosition = ({ partition, position }: Position): string => `${partition}-${position}`;

/** Reads a comma-separated list of positions; undefined when any of them is not one. */
export function parsePositions(text: string): Position[] | undefined {
  const positions: Position[] = [];
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,2})-(\d{1,15})\s*$/.exec(part);
    if (!match || Number(match[1]) >= PARTITIONS) return undefined;
    positions.push({ partition: Number(match[1]), position: Number(match[2]) });
  }
  return positions.length > PARTITIONS ? undefined : positions;
}
