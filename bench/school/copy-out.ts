import type pg from 'pg';

const PORTION_BYTES = 64 * 1_024;

/** Sends what a `copy … to stdout` gives to `write`, in portions, and reads on when it has been taken. */
export async function copyOut(
  client: pg.ClientBase,
  statement: string,
  write: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  let rows: Buffer[] = [];
  let bytes = 0;
  let written = Promise.resolve();
  const send = (connection: pg.Connection): void => {
    const portion = Buffer.concat(rows);
    rows = [];
    bytes = 0;
    connection.stream.pause();
    written = written.then(() => write(portion)).finally(() => connection.stream.resume());
  };
  await new Promise<void>((resolve, reject) => {
    client.query({
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyData: ({ chunk }: { chunk: Buffer }, connection: pg.Connection) => {
        // The driver's memory is read into again.
        bytes += rows.push(Buffer.from(chunk)) && chunk.length;
        if (bytes >= PORTION_BYTES) send(connection);
      },
      handleCommandComplete: (_message: unknown, connection: pg.Connection) => send(connection),
      handleReadyForQuery: () => written.then(resolve, reject),
      handleError: reject,
    } as pg.Submittable);
  });
}
