import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Test } from 'tap';

interface Stored {
  bytes: Buffer;
  storedAt: Date;
}

/** Who may read and write; a signature itself is not looked at. */
const KEY_ID = 'known';

const xml = (text: string): string => `<?xml version="1.0" encoding="UTF-8"?>${text}`;

/** As much of S3's protocol as the product uses, by a plain server: it takes bodies as they come. */
export class BucketServer {
  readonly files = new Map<string, Stored>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  #port = 0;

  static async start(t: Test): Promise<BucketServer> {
    const bucket = new BucketServer();
    await bucket.start();
    t.teardown(() => bucket.stop());
    return bucket;
  }

  get storageUrl(): string {
    return `s3://bucket?region=us-east-1&endpoint=http://127.0.0.1:${this.#port}`;
  }

  /** Listens, at the same port as before. */
  async start(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://here');
    const key = decodeURIComponent(pathname.slice('/bucket/'.length));
    const signed = request.headers.authorization ?? `Credential=${searchParams.get('X-Amz-Credential')}`;
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(xml(`<Error><Code>${code}</Code></Error>`));
    if (!signed.includes(`Credential=${KEY_ID}/`)) return void refuse(403, 'InvalidAccessKeyId');
    const body = await buffer(request);
    if (request.method === 'GET' && searchParams.get('list-type') === '2')
      return void response.end(xml(this.#list(searchParams.get('prefix') ?? '')));
    if (request.method === 'PUT') {
      this.files.set(key, { bytes: body, storedAt: new Date() });
      return void response.end();
    }
    if (request.method === 'DELETE') {
      this.files.delete(key);
      return void response.writeHead(204).end();
    }
    const found = this.files.get(key);
    if (!found) return void refuse(404, 'NoSuchKey');
    this.#send(request, response, found);
  }

  #list(prefix: string): string {
    const contents = [...this.files]
      .filter(([key]) => key.startsWith(prefix))
      .map(
        ([key, { bytes, storedAt }]) =>
          `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${storedAt.toISOString()}</LastModified></Contents>`,
      );
    return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
  }

  #send({ method, headers }: IncomingMessage, response: ServerResponse, { bytes, storedAt }: Stored): void {
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    const part =
      first === undefined ? bytes : bytes.subarray(Number(first), last ? Number(last) + 1 : undefined);
    response.writeHead(first === undefined ? 200 : 206, {
      'content-length': part.length,
      'last-modified': storedAt.toUTCString(),
      ...(first !== undefined && {
        'content-range': `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`,
      }),
    });
    response.end(method === 'HEAD' ? undefined : part);
  }
}
