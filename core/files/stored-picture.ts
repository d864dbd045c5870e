import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { withoutMetadata } from './picture-metadata.ts';
import { isWholePicture, type PictureKind, pictureSize } from './picture-type.ts';
import { type Storage, storeFileByContent } from './storage.ts';
import type { Upload } from './upload.ts';

/** A picture in the storage: its address, and its size in pixels. */
export interface StoredPicture {
  file: string;
  width: number;
  height: number;
}

/** Returns a picture without its metadata and its size, or why it cannot be shown. */
export function cleanPicture(
  kind: PictureKind,
  bytes: Buffer,
  maxPixels: number,
): { clean: Buffer; width: number; height: number } | 'broken' | 'large' {
  const size = pictureSize(kind, bytes);
  if (!size || !isWholePicture(kind, bytes)) return 'broken';
  if (Math.max(size.width, size.height) > maxPixels) return 'large';
  const clean = withoutMetadata(kind, bytes);
  return clean ? { clean, ...size } : 'broken';
}

/**
 * Moves an uploaded picture into the storage, without its metadata. Nothing of it is decoded: a picture of a few
 * kilobytes may unfold to gigabytes. Returns `broken` when it says no size or its end is missing. Returns `large` when
 * its longer side has more than `maxPixels`.
 */
export async function storePicture(
  storage: Storage,
  folder: string,
  upload: Upload,
  maxPixels: number,
): Promise<StoredPicture | 'broken' | 'large'> {
  const found = cleanPicture(upload.extension as PictureKind, await readFile(upload.path), maxPixels);
  if (typeof found === 'string') return found;
  const { clean, ...size } = found;
  await writeFile(upload.path, clean, { flush: true });
  const kept = { ...upload, bytes: clean.length, digest: hash('sha256', clean) };
  return { file: `/storage/${await storeFileByContent(storage, folder, kept)}`, ...size };
}
