import { CARD_PICTURE_MAX, CARD_PICTURE_PIXELS } from '../../contract/card-limits.ts';
import { withoutMetadata } from '../../files/picture-metadata.ts';
import { isWholePicture, type PictureKind, pictureKind, pictureSize } from '../../files/picture-type.ts';
import type { PictureReason } from '../import-report.schema.ts';
import type { ImportProblemCode, ProblemParams } from './import-problems.ts';

/** Why a picture that was sent cannot stand on a card. */
export type PictureFault = Exclude<PictureReason, 'missing' | 'elsewhere'>;

/** A picture that can, by its content. */
export interface FoundPicture {
  kind: PictureKind;
  /** Without its metadata. */
  clean: Buffer;
  width: number;
  height: number;
}

/** Returns what a picture is, by its content alone, or why it is left out. Takes what the upload of one picture takes. */
export function inspectPicture(bytes: Buffer): FoundPicture | PictureFault {
  if (bytes.length > CARD_PICTURE_MAX) return 'large';
  const kind = pictureKind(bytes);
  if (!kind) return otherKind(bytes);
  const size = pictureSize(kind, bytes);
  if (!size || !isWholePicture(kind, bytes)) return 'broken';
  if (Math.max(size.width, size.height) > CARD_PICTURE_PIXELS) return 'large';
  const clean = withoutMetadata(kind, bytes);
  return clean ? { kind, clean, ...size } : 'broken';
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

/** Returns the problem to be reported of a picture that is left out. */
export function pictureProblem(
  name: string,
  fault: PictureFault,
): { code: ImportProblemCode; params: ProblemParams } {
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
