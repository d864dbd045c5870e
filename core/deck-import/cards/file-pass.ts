import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { createReadStream, mkdirSync, renameSync, utimesSync } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CARD_AUDIO_MAX, CARD_PICTURE_MAX, CARD_PICTURE_PIXELS } from '../../contract/card-limits.ts';
import { audioExtension } from '../../files/audio-type.ts';
import { pictureKind } from '../../files/picture-type.ts';
import type { Storage } from '../../files/storage.ts';
import { cleanPicture, type StoredPicture } from '../../files/stored-picture.ts';
import { CLOSED_FOLDER } from '../../files/upload.ts';
import type { FileShelf, SentFile } from '../archive/file-shelf.ts';
import type { ImportProgress } from '../import-progress.ts';
import type { PictureReason } from '../import-report.schema.ts';
import { ImportError, type ImportProblemCode, type ProblemParams } from './import-problems.ts';

/** Why a picture that was sent cannot stand on a card. */
type PictureFault = Exclude<PictureReason, 'missing' | 'elsewhere'>;

/** Returns what a picture is, by its content alone, or why it is left out. Takes what the upload of one picture takes. */
function inspectPicture(bytes: Buffer) {
  if (bytes.length > CARD_PICTURE_MAX) return 'large';
  const kind = pictureKind(bytes);
  if (!kind) return otherKind(bytes);
  const found = cleanPicture(kind, bytes, CARD_PICTURE_PIXELS);
  return typeof found === 'string' ? found : { kind, ...found };
}

/** Brands of what cameras of phones write; AVIF is a file of the same family. */
const HEIF_BRAND = /^(hei[cxms]|hev[cx]|mif1|msf1)$/;

/** Bytes in which an SVG says that it is one, behind its declarations and comments. */
const SVG_HEAD = 4_096;

function otherKind(bytes: Buffer): PictureFault {
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('GIF8')) return 'gif';
  if (head.startsWith('BM')) return 'bmp';
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'tiff';
  if (head.slice(4, 8) === 'ftyp' && HEIF_BRAND.test(head.slice(8))) return 'heic';
  const text = bytes.toString('utf8', 0, SVG_HEAD).replace(/^\uFEFF/, '');
  if (text.trimStart().startsWith('<') && /<svg[\s>]/i.test(text)) return 'svg';
  return 'unknown';
}

/** What is wrong with a file. */
export interface FileProblem {
  code: ImportProblemCode;
  params: ProblemParams;
}

/** Returns the problem to be reported of a picture that is left out. */
function pictureProblem(name: string, fault: PictureFault): FileProblem {
  switch (fault) {
    case 'broken':
      return { code: 'picture_broken', params: { name } };
    case 'unknown':
      return { code: 'picture_unreadable', params: { name } };
    case 'large': {
      const megabytes = CARD_PICTURE_MAX / 1024 / 1024;
      return { code: 'picture_too_large', params: { name, megabytes, pixels: CARD_PICTURE_PIXELS } };
    }
    default:
      return { code: 'picture_kind_refused', params: { name, kind: fault.toUpperCase() } };
  }
}

/** Folder of the storage in which cards' files lie. */
const CARDS = 'cards';

/** Files being written at a time, each of them in memory. */
const WRITES = 6;

const MEGABYTES = CARD_AUDIO_MAX / 1024 / 1024;

export interface FilePassOptions {
  shelf: FileShelf;
  progress: ImportProgress;
  storage: Storage;
  /** Where new files wait until they are published; undefined when nothing is to be written. */
  waitingFolder: string | undefined;
  now: Date;
}

/** What became of the files that cards use. */
export interface FilePass {
  /** The address of each audio. */
  addresses: Map<SentFile, string>;
  pictures: Map<SentFile, StoredPicture>;
  /** What is wrong with the files that cannot stand on a card. */
  audioRefused: Map<SentFile, FileProblem>;
  picturesRefused: Map<SentFile, FileProblem>;
  picturesLeftOut: Map<PictureFault, number>;
  /** Names of the new files in the waiting folder. */
  waiting: string[];
}

/**
 * Reads every file once, unused ones as well, since a damaged archive is refused as a whole. Keeps each content once,
 * under its hash. What cannot stand on a card is left out. Throws ImportError and RunCancelled.
 */
export async function passFiles(options: FilePassOptions): Promise<FilePass> {
  const { shelf, progress, waitingFolder } = options;
  const pass: FilePass = {
    addresses: new Map(),
    pictures: new Map(),
    audioRefused: new Map(),
    picturesRefused: new Map(),
    picturesLeftOut: new Map(),
    waiting: [],
  };
  const known = new Set<string>();
  const totalBytes = shelf.all.reduce((sum, { bytes }) => sum + bytes, 1);
  let doneBytes = 0;
  progress.audioTotal = shelf.used;
  const writer = waitingFolder === undefined ? undefined : new FileWriter(waitingFolder);
  try {
    for (const file of shelf.all) await passOne(file);
    await writer?.done();
  } finally {
    // Nothing may still be written when the folder is removed.
    await writer?.settled();
  }
  return pass;

  async function passOne(file: SentFile): Promise<void> {
    const isAudio = shelf.usedAsAudio.has(file);
    const isPicture = shelf.usedAsPicture.has(file);
    if (file.isOptional && !isAudio && !isPicture) return;
    const content = file.bytes > CARD_AUDIO_MAX ? undefined : await contentOf(file);
    doneBytes += file.bytes;
    if (isAudio) await keepAudio(file, content);
    if (isPicture) await keepPicture(file, content);
    await progress.further(doneBytes / totalBytes);
  }

  async function keepAudio(file: SentFile, content: Buffer | undefined): Promise<void> {
    const extension = content && audioExtension(content);
    if (content && extension) pass.addresses.set(file, await keep(content, extension));
    else {
      const code = content ? 'audio_not_playable' : 'audio_too_large';
      pass.audioRefused.set(file, { code, params: { name: file.name, megabytes: MEGABYTES } });
    }
    progress.audioDone++;
  }

  async function keepPicture(file: SentFile, content: Buffer | undefined): Promise<void> {
    const found = content ? inspectPicture(content) : 'large';
    if (typeof found === 'object') {
      const { kind, clean, ...size } = found;
      pass.pictures.set(file, { file: await keep(clean, kind), ...size });
    } else {
      pass.picturesLeftOut.set(found, (pass.picturesLeftOut.get(found) ?? 0) + 1);
      pass.picturesRefused.set(file, pictureProblem(file.name, found));
    }
    progress.audioDone++;
  }

  /** Returns the address under which the content will be served. */
  async function keep(content: Buffer, extension: string): Promise<string> {
    const name = `${hash('sha256', content)}.${extension}`;
    if (!known.has(name) && writer && !isStored(options.storage, name, options.now)) {
      // The run starts again when it breaks off: what lies here already is overwritten with the same.
      await writer.write(name, content);
      pass.waiting.push(name);
    }
    known.add(name);
    return `/storage/${CARDS}/${name}`;
  }
}

/** Returns undefined for what proves too large only when it is unpacked. */
async function contentOf(file: SentFile): Promise<Buffer | undefined> {
  try {
    return await file.content();
  } catch (error) {
    if (error instanceof ImportError && error.code === 'audio_too_large') return undefined;
    throw error;
  }
}

/** Writes new files while the next ones are read: making a file takes longer than inflating it. */
class FileWriter {
  readonly #folder: string;
  readonly #writes = new Set<Promise<void>>();
  #failure: unknown;

  constructor(folder: string) {
    mkdirSync(folder, CLOSED_FOLDER);
    this.#folder = folder;
  }

  /** Takes a copy of the content; waits while many are being written. Rejects when one before could not be. */
  async write(name: string, content: Buffer): Promise<void> {
    const write = writeFile(join(this.#folder, name), Buffer.from(content))
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
    if (this.#writes.size >= WRITES) await Promise.race(this.#writes);
    this.#check();
  }

  /** Resolves when all are written; rejects when one could not be. */
  async done(): Promise<void> {
    await this.settled();
    this.#check();
  }

  async settled(): Promise<void> {
    await Promise.all(this.#writes);
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}

/** True when the storage has it and has noted that it is wanted: what is old and unused is removed. */
function isStored({ folder }: Storage, name: string, now: Date): boolean {
  if (!folder) return false;
  try {
    utimesSync(join(folder, CARDS, name), now, now);
    return true;
  } catch {
    return false;
  }
}

/**
 * Moves the waiting files to where they are served from, and makes sure that they are on disk. The cards that are
 * committed next refer to them.
 */
export async function placeFiles(
  storage: Storage,
  waitingFolder: string,
  names: readonly string[],
  progress: ImportProgress,
): Promise<void> {
  const target = storage.folder && join(storage.folder, CARDS);
  if (target) {
    await mkdir(target, CLOSED_FOLDER);
    await flush(waitingFolder, names);
  }
  for (const [index, name] of names.entries()) {
    const path = join(waitingFolder, name);
    if (target) renameSync(path, join(target, name));
    else await storage.disk.putStream(`${CARDS}/${name}`, createReadStream(path));
    await progress.further(index / names.length);
  }
  if (target) await flushPath(target);
}

/** Thirty thousand times fsync takes minutes on a disk on which flushing its file system once takes a second. */
async function flush(folder: string, names: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)('sync', ['-f', folder]);
  } catch {
    for (const name of names) await flushPath(join(folder, name));
  }
}

async function flushPath(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
