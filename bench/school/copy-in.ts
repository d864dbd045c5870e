import { once } from 'node:events';
import type pg from 'pg';

/** What the driver has for a COPY, beside what its types tell. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/**
 * Sends text to a `copy … from stdin`: no faster way into a table. Reads no more of it than the connection takes. Rejects
 * with what the database says of it.
 */
export async function copyIn(
  client: pg.ClientBase,
  statement: string,
  text: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let failure: Error | undefined;
    const send = async (connection: CopyConnection): Promise<void> => {
      try {
        for await (const part of text) {
          if (failure) return;
          connection.sendCopyFromChunk(Buffer.from(part));
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
        }
        connection.endCopyFrom();
      } catch (error) {
        connection.sendCopyFail(String(error));
      }
    };
    client.query({
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyInResponse: (connection: CopyConnection) => void send(connection),
      handleCommandComplete: () => {},
      handleReadyForQuery: () => resolve(),
      handleError: (error: Error) => {
        failure = error;
        reject(error);
      },
    } as pg.Submittable);
  });
}
