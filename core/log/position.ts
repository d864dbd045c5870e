import { isDistributed } from '../postgres/several-servers.ts';

/** Partitions of a log that begins without a word of how many. */
const PARTITIONS_DEFAULT = 16;

/** Bits of the hash that say the partition, in the one log that this process works on. */
let bits = Math.log2(PARTITIONS_DEFAULT);

/** How many partitions the log of this process has. Chosen when it begins, and raised while no process is there. */
export const partitionCount = (): number => 2 ** bits;

/** Returns the partitions of this process's log, in order. */
export const allPartitions = (): number[] =>
  Array.from({ length: partitionCount() }, (_, partition) => partition);

/** Says how many partitions the log of this process has: `readLogLayout` does. Throws a RangeError for what is no power of two from 2 to 256. */
export function setPartitionCount(count: number): void {
  if (!Number.isInteger(Math.log2(count)) || count < 2 || count > 256)
    throw new RangeError(`A log has a power of two from 2 to 256 partitions, not ${count}`);
  bits = Math.log2(count);
}

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
 * Returns the partition of a student's events: the top bits of a multiplicative hash, so that neighbouring ids spread
 * (Knuth, The Art of Computer Programming, vol. 3, 6.4). The database's `partition_of` says the same.
 */
export const partitionOf = (studentId: number): number => Math.imul(studentId, 0x9e3779b1) >>> (32 - bits);

/** Returns the statement by which a database with so many partitions says what `partitionOf` does. */
export const partitionOfMade = (partitions: number): string =>
  `create or replace function partition_of(student_id integer) returns smallint
   language sql immutable strict parallel safe
   return (((student_id::bigint * 2654435761) & 4294967295) >> ${32 - Math.log2(partitions)})::smallint`;

/** Returns the partitions of some students, each once. */
export const partitionsOf = (studentIds: readonly number[]): number[] => [
  ...new Set(studentIds.map(partitionOf)),
];

/** Returns SQL that is true of rows of this student in the log, or in what is projected from it; both are SQL. */
export const ofStudent = (row: string, student: string): string =>
  `${row}.partition = partition_of(${student}) and ${row}.student_id = ${student}`;

/**
 * Returns SQL that is true of rows of the students that another table of the statement names, in SQL. `among`, a value,
 * has their partitions: it says which servers to ask before that table is read. On one server it is only mentioned, as a
 * statement must with each of its values: a plan that begins with it took projecting a third more time.
 */
export const ofStudents = (row: string, student: string, among: string): string =>
  `${isDistributed() ? `${row}.partition = any (${among}::smallint[])` : `${among}::smallint[] is not null`} and ${ofStudent(row, student)}`;

/**
 * Returns SQL that selects the partition before the columns of `rows`, SQL of rows with a `student_id`. `among`, a value, has
 * their partitions. On several servers rows are joined with what lies there: that server then makes them itself.
 */
export const withPartition = (rows: string, among: string): string =>
  isDistributed()
    ? `select p.partition, n.* from log_partitions p join (${rows}) n on partition_of(n.student_id) = p.partition
       where p.partition = any (${among}::smallint[])`
    : `select partition_of(student_id), n.* from (${rows}) n where ${among}::smallint[] is not null`;

/** Returns `"3-120-5f0c2a91"`: what an append answers, and a reader sends back as `After-Position`. */
export const formatPosition = ({ partition, position, epoch }: Position): string =>
  `${partition}-${position}${epoch === undefined ? '' : `-${epoch}`}`;

/** Reads a comma-separated list of positions. Returns undefined when any of them is not one. */
export function parsePositions(text: string): Position[] | undefined {
  const positions: Position[] = [];
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,3})-(\d{1,15})(?:-([0-9a-f]{8}))?\s*$/.exec(part);
    if (!match || Number(match[1]) >= partitionCount()) return undefined;
    const place = { partition: Number(match[1]), position: Number(match[2]) };
    positions.push(match[3] === undefined ? place : { ...place, epoch: match[3] });
  }
  return positions.length > partitionCount() ? undefined : positions;
}
