import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { CARD_PICTURE_MAX, CARD_PICTURE_PIXELS } from '../../../core/contract/card-limits.ts';
import { ApiError } from '../../lib/call/api-client.ts';
import { errorMessages, errorText } from '../../lib/call/error-text.ts';
import { PictureError } from './shrink-picture.ts';

/** Said below the other one's picture. */
const changedMeanwhile = msg`Somebody else has changed this picture meanwhile, and you see it now. Nothing was overwritten: do it again if you want yours in its place.`;

export const isChanged = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'card_changed_meanwhile';

export function pictureProblem(i18n: I18n, error: unknown): string {
  if (error instanceof PictureError) {
    const values = { megabytes: CARD_PICTURE_MAX / 1024 / 1024, pixels: CARD_PICTURE_PIXELS };
    return i18n._({ ...errorMessages[error.code], values });
  }
  return isChanged(error) ? i18n._(changedMeanwhile) : errorText(i18n, error);
}
