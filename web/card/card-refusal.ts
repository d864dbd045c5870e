import type { I18n } from '@lingui/core';
import { CARD_TEXT_NAMES } from '../../core/contract/card-fields.ts';
import type { CardProblems } from '../deck/card-rules.ts';
import { ApiError, type ApiErrorCode } from '../lib/call/api-client.ts';
import { errorText } from '../lib/call/error-text.ts';

const ABOUT_AUDIO: ApiErrorCode[] = ['not_an_audio_file', 'audio_too_large', 'payload_too_large'];
/** What these say is the whole reason, in the user's language; the texts of the fields are in English. */
const SAYS_ALL: ApiErrorCode[] = [...ABOUT_AUDIO, 'front_back_required'];

/** Returns why a card was refused: the server's texts for the fields, joined. */
export function cardRefusal(i18n: I18n, error: unknown): string {
  if (!(error instanceof ApiError) || SAYS_ALL.includes(error.code)) return errorText(i18n, error);
  const texts = new Set(Object.values(error.errors ?? {}).flat());
  return texts.size === 0 ? errorText(i18n, error) : [...texts].join('; ');
}

export function refusedFields(error: unknown): CardProblems {
  const named = error instanceof ApiError ? Object.keys(error.errors ?? {}) : [];
  return Object.fromEntries(
    CARD_TEXT_NAMES.filter((field) => named.includes(field)).map((field) => [field, 'refused']),
  ) as CardProblems;
}

export const isAboutAudio = (error: unknown): boolean =>
  error instanceof ApiError && (ABOUT_AUDIO.includes(error.code) || error.errors?.audio_file !== undefined);
