import { readFile } from 'node:fs/promises';
import { AppError } from '../errors.ts';
import { type PictureKind, pictureKind, pictureSize } from '../picture-type.ts';
import { type Storage, storeFileByContent } from '../storage.ts';
import type { FileRule, Upload } from '../upload.ts';
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from './site-limits.ts';

const KINDS: (PictureKind | undefined)[] = ['png', 'jpg', 'webp'];

const extensionOf = (head: Uint8Array): PictureKind | undefined => {
  const kind = pictureKind(head);
  return KINDS.includes(kind) ? kind : undefined;
};

const refusal = (code: 'logo_too_large' | 'not_a_logo'): AppError => {
  const params = { megabytes: LOGO_MAX_BYTES / 1024 / 1024, pixels: LOGO_MAX_PIXELS };
  const { message } = new AppError(code, { params });
  return new AppError(code, { params, errors: { logo: [message] } });
};

/** The site's logo: PNG, JPEG or WebP. Throws `logo_too_large` or `not_a_logo`. */
export const LOGO: FileRule = {
  field: 'logo',
  maxBytes: LOGO_MAX_BYTES,
  extensionOf,
  tooLarge: () => refusal('logo_too_large'),
  wrongContent: () => refusal('not_a_logo'),
};

/**
 * Moves a logo into the storage and returns its address. Its size in pixels is read from its header and nothing is
 * decoded: a picture of a few kilobytes may unfold to gigabytes. Throws `logo_too_large` or `not_a_logo`.
 */
export async function storeLogo(storage: Storage, upload: Upload): Promise<string> {
  const size = pictureSize(upload.extension as PictureKind, await readFile(upload.path));
  if (!size) throw refusal('not_a_logo');
  if (Math.max(size.width, size.height) > LOGO_MAX_PIXELS) throw refusal('logo_too_large');
  return `/storage/${await storeFileByContent(storage, 'site', upload)}`;
}
