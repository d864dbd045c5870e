import { AppError } from '../contract/errors.ts';
import { audioExtension } from '../files/audio-type.ts';
import { type Storage, storeFileByContent } from '../files/storage.ts';
import type { FileRule, Upload } from '../files/upload.ts';
import type { StoreExamAudio } from './exam-changes.ts';
import { EXAM_AUDIO_LIMIT } from './exam-limits.ts';

const refusal = (code: 'exam_audio_too_large' | 'not_an_exam_audio'): AppError =>
  new AppError(code, { errors: { main_audio: [new AppError(code).message] } });

/** An exam's audio: MP3 or WAV. Throws `exam_audio_too_large` or `not_an_exam_audio`. */
export const EXAM_AUDIO: FileRule = {
  field: 'main_audio',
  maxBytes: EXAM_AUDIO_LIMIT - 1,
  extensionOf: (head) => {
    const extension = audioExtension(head);
    return extension === 'mp3' || extension === 'wav' ? extension : undefined;
  },
  tooLarge: () => refusal('exam_audio_too_large'),
  wrongContent: () => refusal('not_an_exam_audio'),
};

/** How to move an audio that was sent into the storage, and answer its key; first `requireRoom` may refuse it. */
export const storingExamAudio = (
  storage: Storage,
  upload: Upload | undefined,
  requireRoom: (upload: Upload) => Promise<void>,
): StoreExamAudio | undefined =>
  upload &&
  (async () => {
    await requireRoom(upload);
    return storeFileByContent(storage, 'exams', upload);
  });
