import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { CLOSED_FOLDER, type Upload } from './upload.ts';

/** Folder of the storage for uploads that wait to be imported: never served. */
export const UPLOADED_IMPORTS = 'imports';

/** Folder of the storage for files of own data: served to their owners alone. */
export const OWN_DATA = 'own-data';

/** Files by key, in a folder or in a bucket. */
export interface Storage {
  disk: Disk;
  /** The folder, when files are local; else undefined and `disk.getSignedUrl` gives an address to read from. */
  folder: string | undefined;
}

/** Opens the storage of `s3://bucket?region=…&endpoint=…`, or of a folder in the data directory. */
export async function openStorage(options: {
  storageUrl?: string | undefined;
  dataDir: string;
}): Promise<Storage> {
  if (options.storageUrl) return { disk: await openBucket(new URL(options.storageUrl)), folder: undefined };
  const folder = resolve(options.dataDir, 'storage');
  return {
    disk: new Disk(new FSDriver({ location: pathToFileURL(`${folder}/`), visibility: 'private' })),
    folder,
  };
}

/** Where the files of `s3://bucket?region=…&endpoint=…` are read from: scheme and host. */
export function storageOrigin(storageUrl: string): string {
  const { hostname: bucket, searchParams } = new URL(storageUrl);
  const endpoint = searchParams.get('endpoint');
  if (endpoint) return new URL(endpoint).origin;
  return `https://${bucket}.s3.${searchParams.get('region') ?? 'us-east-1'}.amazonaws.com`;
}

/** Nothing waits for a bucket for ever. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 30_000;

/** By default the SDK puts a checksum into the body. Servers other than Amazon's may store it as part of the file. */
const PLAIN_BODIES = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

/** Credentials come from where the AWS SDK looks for them: its usual environment variables or the machine's role. */
async function openBucket(url: URL): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3');
  const endpoint = url.searchParams.get('endpoint');
  return new Disk(
    new S3Driver({
      bucket: url.hostname,
      region: url.searchParams.get('region') ?? 'us-east-1',
      ...(endpoint && { endpoint, forcePathStyle: true, ...PLAIN_BODIES }),
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
      visibility: 'private',
      supportsACL: false,
    }),
  );
}

/** True when the bucket is away or overloaded, and the same may succeed later. */
export function isStorageUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { $metadata, $retryable, code } = error as Error & {
    $metadata?: { httpStatusCode?: number };
    $retryable?: unknown;
    code?: string;
  };
  if ($retryable || ($metadata?.httpStatusCode ?? 0) >= 500 || error.name === 'TimeoutError') return true;
  return (
    /^E(CONN|TIMEDOUT|NOTFOUND|AI_AGAIN|PIPE|HOSTUNREACH|NETUNREACH)/.test(code ?? '') ||
    isStorageUnavailable(error.cause)
  );
}

/** True when a file could not be written for want of room. */
export function isStorageFull(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || (cause instanceof Error && isStorageFull(cause));
}

/**
 * Stores bytes under the hash of their content, so equal files are kept once and a stored file never changes. Returns
 * the key, `folder/<sha256>.<extension>`.
 */
export async function storeByContent(
  storage: Storage,
  folder: string,
  bytes: Uint8Array,
  name: string,
): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('hex');
  const key = `${folder}/${digest}${extname(name).toLowerCase()}`;
  if (!(await storage.disk.exists(key))) await storage.disk.put(key, bytes);
  return key;
}

/**
 * Stores a received file, like `storeByContent`. In a folder the file itself is moved there, so that it appears whole
 * or not at all. For a bucket it is read, and left to the receiver. What is there already is stored again, since what
 * is old and unused is removed (core/files/unused-files.ts).
 */
export async function storeFileByContent(storage: Storage, folder: string, upload: Upload): Promise<string> {
  const key = `${folder}/${upload.digest}.${upload.extension}`;
  await storeFile(storage, key, upload.path);
  return key;
}

/** Stores a file under a key: moves it to a folder, or reads it for a bucket. */
export async function storeFile(storage: Storage, key: string, path: string): Promise<void> {
  if (!storage.folder) return storage.disk.putStream(key, createReadStream(path));
  const target = join(storage.folder, key);
  await mkdir(dirname(target), CLOSED_FOLDER);
  await rename(path, target);
}

/** What lies in a folder of the storage; nothing where nothing was stored yet. */
export const listStored = (
  { disk }: Pick<Storage, 'disk'>,
  folder: string,
  options?: { recursive: boolean; paginationToken?: string },
) =>
  disk.listAll(`${folder}/`, options).catch((error: Error) => {
    if ((error.cause as NodeJS.ErrnoException)?.code === 'ENOENT')
      return { objects: [], paginationToken: undefined };
    throw error;
  });
