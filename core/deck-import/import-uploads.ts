import { CARD_AUDIO_MAX } from '../contract/card-limits.ts';
import { AppError } from '../contract/errors.ts';
import type { FileRule } from '../files/upload.ts';
import type { ImportFileRole } from './import-files.ts';
import { AUDIO_FILES_MAX } from './import-limits.ts';

/** Only the size counts here. The worker finds out what a file is, and all that is wrong with it. */
function rule(field: ImportFileRole, maxBytes: number, most?: number): FileRule {
  const refusal = (limit = maxBytes): AppError => {
    const params = { megabytes: Math.floor(limit / 1024 / 1024) };
    const { message } = new AppError('upload_too_large', { params });
    return new AppError('upload_too_large', { params, errors: { [field]: [message] } });
  };
  return {
    field,
    maxBytes,
    ...(most && { most }),
    extensionOf: () => 'bin',
    tooLarge: refusal,
    wrongContent: () => refusal(),
  };
}

/** The files of an import. The one with the cards may be an archive as well. */
export const importUploads = (archiveMax: number): FileRule[] => [
  rule('audio_archive', archiveMax),
  rule('json_file', archiveMax),
  rule('audio_files', CARD_AUDIO_MAX, AUDIO_FILES_MAX),
];
