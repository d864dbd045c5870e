/** The shard of each partition, where the database of this process lies on several servers. */
let shards: readonly number[] | undefined;

/**
 * True when the log and what belongs to it lie on several servers, by partition. Some partitions make up a shard, which is
 * on one server: a transaction is then best of one shard alone. Decks, cards, classes and people are on every server.
 */
export const isDistributed = (): boolean => shards !== undefined;

/** Says in which shard each partition lies, undefined where there is one server: `readLogLayout` does. */
export const setShards = (ofPartitions: readonly number[] | undefined): void => {
  shards = ofPartitions;
};

/** Returns a number that partitions of one shard have in common. All have, on one server. */
export const shardOf = (partition: number): number => shards?.[partition] ?? 0;

/**
 * Returns the partitions in groups that one statement can lock rows of, always in the same order: those of a shard, which
 * on one server are all.
 */
export const byShard = (partitions: readonly number[]): number[][] =>
  [...Map.groupBy(partitions, shardOf)]
    .sort(([a], [b]) => a - b)
    .map(([, together]) => together.toSorted((a, b) => a - b));

const rowsOf = (tables: string | undefined): string => (tables ? ` of ${tables}` : '');

/**
 * Returns SQL that keeps rows as they are until the transaction ends, for any number of transactions. A row that every
 * server has is locked with its whole table. Two that hold such a lock and then write a row that points to the table wait
 * for each other. So on several servers one transaction at a time has it.
 */
export const lockedAsTheyAre = (tables?: string): string =>
  `for ${isDistributed() ? 'no key update' : 'share'}${rowsOf(tables)}`;

/**
 * Returns SQL that keeps rows from being deleted before a row is written that points to them: it is then not written, and
 * nothing fails. Nothing on several servers, for the reason above: a foreign key then refuses the row.
 */
export const lockedByKey = (tables?: string): string =>
  isDistributed() ? '' : `for key share${rowsOf(tables)}`;
