/**
 * A process that appends answers as an API does, without HTTP in between. So the log grows by thousands a second while
 * processes die. Each of its students gives answers 1, 2, 3, …, one at a time. What the n-th of them says follows from
 * its number. So a writer that takes the place of a killed one sends the very same answers again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '../../../core/database.ts';
import { Appender } from '../../../core/log/append/appender.ts';
import { formatPosition } from '../../../core/log/position.ts';
import { type BulkOrder, type BulkTold, bulkEvent } from './bulk-answers.ts';

const RETRY_MS = 200;

process.on('disconnect', () => process.exit());
process.once('message', (order: BulkOrder) => void write(order));
process.send?.('ready');

/** The database as soon as it answers: how its log is laid out says what may be appended together. */
async function opened(url: string): Promise<Database> {
  for (;;)
    try {
      return await openDatabase(url, { connections: 4, name: 'nho lone writer' });
    } catch {
      await pause(RETRY_MS);
    }
}

async function write({ databaseUrl, run, students, perSecond }: BulkOrder): Promise<void> {
  let told: BulkTold = [];
  setInterval(() => {
    if (told.length) process.send?.(told);
    told = [];
  }, 20);
  const eachMs = (1_000 * students.length) / perSecond;
  let isOver = false;
  process.on('message', (word) => {
    if (word === 'stop') isOver = true;
  });
  const { pool } = await opened(databaseUrl);
  const appender = new Appender(pool);
  const study = async ([studentId, acknowledged]: [number, number], index: number) => {
    await pause((eachMs * index) / students.length);
    // The first one in any case: a killed writer may have sent it and not heard of it.
    for (let number = acknowledged + 1; !isOver || number === acknowledged + 1; number++) {
      const event = bulkEvent(run, studentId, number);
      const slot = pause(eachMs);
      for (;;)
        try {
          const position = await appender.append(event);
          told.push([studentId, number, formatPosition(position)]);
          break;
        } catch {
          await pause(RETRY_MS);
        }
      await slot;
    }
  };
  await Promise.all(students.map(study));
  process.send?.(told);
  // It ends when it has been heard to the last word: what is sent in the moment of an end may be lost.
  process.send?.('done');
}
