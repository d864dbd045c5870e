import { CARD_AUDIO_MAX } from '../contract/card-limits.ts';
import { AppError, type ErrorDetails } from '../contract/errors.ts';
import { audioExtension } from '../files/audio-type.ts';
import { type Storage, storeFileByContent } from '../files/storage.ts';
import type { FileRule, Upload } from '../files/upload.ts';

const MEGABYTES = CARD_AUDIO_MAX / 1024 / 1024;

const refusal = (code: 'audio_too_large' | 'not_an_audio_file', details: ErrorDetails): AppError => {
  const { message } = new AppError(code, details);
  return new AppError(code, { ...details, errors: { audio_file: [message] } });
};

/** A card's audio: whatever browsers play. Throws `audio_too_large` or `not_an_audio_file`. */
export const CARD_AUDIO: FileRule = {
  field: 'audio_file',
  maxBytes: CARD_AUDIO_MAX,
  extensionOf: audioExtension,
  tooLarge: () => refusal('audio_too_large', { params: { megabytes: MEGABYTES } }),
  wrongContent: () => refusal('not_an_audio_file', {}),
};

/** Moves an uploaded audio into the storage and returns its address. */
export const storeCardAudio = async (storage: Storage, upload: Upload): Promise<string> =>
  `/storage/${await storeFileByContent(storage, 'cards', upload)}`;
