/** Whether the database of this process lies on several servers. */
let distributed = false;

/**
 * True when the log and what belongs to it lie on several servers, by partition. A transaction is then best of one
 * partition alone. Decks, cards, classes and people are on every server.
 */
export const isDistributed = (): boolean => distributed;

/** Says whether the database of this process lies on several servers: `readLogLayout` does. */
export const setDistributed = (is: boolean): void => {
  distributed = is;
};

/**
 * Returns the partitions in the groups of which rows can be locked by one statement: all together, or on several servers
 * each by itself, in order.
 */
export const lockedTogether = (partitions: readonly number[]): number[][] =>
  distributed ? partitions.toSorted((a, b) => a - b).map((partition) => [partition]) : [[...partitions]];

const rowsOf = (tables: string | undefined): string => (tables ? ` of ${tables}` : '');

/**
 * Returns SQL that keeps rows as they are until the transaction ends, for any number of transactions. A row that every
 * server has is locked with its whole table. Two that hold such a lock and then write a row that points to the table wait
 * for each other. So on several servers one transaction at a time has it.
 */
export const lockedAsTheyAre = (tables?: string): string =>
  `for ${distributed ? 'no key update' : 'share'}${rowsOf(tables)}`;

/**
 * Returns SQL that keeps rows from being deleted before a row is written that points to them: it is then not written, and
 * nothing fails. Nothing on several servers, for the reason above: a foreign key then refuses the row.
 */
export const lockedByKey = (tables?: string): string => (distributed ? '' : `for key share${rowsOf(tables)}`);
