import { AppError } from '../contract/errors.ts';
import { type PictureKind, pictureKind } from '../files/picture-type.ts';
import type { Storage } from '../files/storage.ts';
import { storePicture } from '../files/stored-picture.ts';
import type { FileRule, Upload } from '../files/upload.ts';
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

/** Moves a logo into the storage, without its metadata, and returns its address. Throws `logo_too_large` or `not_a_logo`. */
export async function storeLogo(storage: Storage, upload: Upload): Promise<string> {
  const stored = await storePicture(storage, 'site', upload, LOGO_MAX_PIXELS);
  if (typeof stored === 'string') throw refusal(stored === 'large' ? 'logo_too_large' : 'not_a_logo');
  return stored.file;
}
