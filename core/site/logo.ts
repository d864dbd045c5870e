import { readFile } from 'node:fs/promises';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import { AppError } from '../errors.ts';
import { type Storage, storeFileByContent } from '../storage.ts';
import type { FileRule, Upload } from '../upload.ts';
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from './site-limits.ts';

/** Recognised by the first bytes. SVG is none of them: it may carry scripts. */
const KINDS = { png: PNG, jpg: JPG, webp: WEBP };

const extensionOf = (head: Uint8Array): keyof typeof KINDS | undefined => {
  if (head[0] === 0xff && head[1] === 0xd8) return 'jpg';
  // The other two look into bytes that a short file does not have.
  if (head.length < 32) return undefined;
  return (['png', 'webp'] as const).find((kind) => isOf(kind, head));
};

function isOf(kind: keyof typeof KINDS, head: Uint8Array): boolean {
  try {
    return KINDS[kind].validate(head);
  } catch {
    return false;
  }
}

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
  const size = await pixelsOf(upload);
  if (!size?.width || !size.height) throw refusal('not_a_logo');
  if (Math.max(size.width, size.height) > LOGO_MAX_PIXELS) throw refusal('logo_too_large');
  return `/storage/${await storeFileByContent(storage, 'site', upload)}`;
}

async function pixelsOf(upload: Upload): Promise<{ width: number; height: number } | undefined> {
  const bytes = await readFile(upload.path);
  try {
    return KINDS[upload.extension as keyof typeof KINDS].calculate(bytes);
  } catch {
    return undefined;
  }
}
