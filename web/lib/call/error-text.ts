import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ApiError, type ApiErrorCode } from './api-client.ts';

type Texts = Partial<Record<ApiErrorCode, MessageDescriptor>>;

/**
 * What pages say without a call as well. The English of each code equals the server's own text; of most it stands in
 * `further-errors.ts`.
 */
export const errorMessages = {
  unauthenticated: msg`Invalid or expired session, please log in again`,
  wrong_role: msg`Your account is not allowed to do this`,
  teacher_cannot_learn: msg`Teachers cannot access student learning features`,
  school_login_cancelled: msg`You did not log in at your school: nothing was changed`,
  school_address_unconfirmed: msg`Your school’s login does not say that your email address is yours: log in with a password, then connect the school’s account in Your account`,
  school_domain_refused: msg`Only accounts of the school may log in here, and this is another one`,
  school_role_refused: msg`Your school’s login does not say that you are a student or a teacher here`,
  school_login_other: msg`This is another account of the school than the one by which you log in`,
  school_login_not_again: msg`Your school’s login has not asked who you are: log out there and try again, or ask the administrator`,
  school_login_administrator: msg`Administrators log in with their password only`,
  deck_not_accessible: msg`This deck is not official or owned by you`,
  deck_not_owned: msg`This deck belongs to somebody else`,
  deck_only_used: msg`You may use this deck, not change it: ask its owner for the right to edit it`,
  own_decks_off: msg`Your school does not let students make or change decks of their own`,
  exam_not_accessible: msg`This exam is hidden, or none of your classes has it`,
  person_not_found: msg`There is no such person`,
  deck_not_found: msg`Deck not found`,
  class_not_found: msg`Class not found`,
  exam_not_found: msg`Exam not found`,
  last_administrator: msg`This is the last administrator who can log in: there must always be one`,
  own_account: msg`This cannot be done to your own account`,
  not_waiting: msg`This person does not wait for approval, or not any more`,
  not_connected: msg`No school account is connected with this person`,
  person_has_work: msg`Classes, decks that classes have, and exams of classes go with this account: hand them over or delete them first`,
  school_login_gone: msg`This login at your school has taken too long, or was begun in another browser: begin again`,
  school_login_taken: msg`This account of the school is connected with another account here`,
  school_address_taken: msg`The account with your email address is connected with another account of the school: ask the administrator`,
  school_login_connected: msg`Your account is connected with an account of the school already: disconnect that one first`,
  school_login_only_way: msg`Without the school’s account you could not log in: this account has no password`,
  class_archived: msg`This class is archived and stays as it is, until a teacher brings it back`,
  exam_changed_elsewhere: msg`This exam was answered in another window or on another device meanwhile`,
  payload_too_large: msg({ message: 'The request is larger than {limit} bytes' }),
  audio_too_large: msg({ message: 'The audio file must be at most {megabytes} MB' }),
  logo_too_large: msg({
    message: 'The logo must be at most {megabytes} MB and {pixels} pixels wide and high',
  }),
  upload_too_large: msg({ message: 'The file must be at most {megabytes} MB' }),
  not_a_logo: msg`The logo must be a PNG, JPEG or WebP picture`,
  not_a_picture: msg`The file is not a picture that browsers show: PNG, JPEG, WebP or AVIF. A HEIC of a phone, or an SVG, is saved as JPEG or PNG first`,
  picture_too_large: msg`The picture must be at most {megabytes} MB and {pixels} pixels wide and high`,
  dates_reversed: msg`The end date is before the start date`,
  daily_limit_reached: msg`Daily card limit reached for this deck.`,
  too_many_requests: msg`Too many requests, please try again later`,
  internal_error: msg({ message: 'Something went wrong on our side; tell us this number: {request}' }),
  school_login_failed: msg`What your school’s login answered cannot be trusted; please tell the administrator`,
  school_login_unavailable: msg`Your school’s login cannot be reached at the moment: try again, or log in with a password`,
  // Not to be seen: in the place of the page stands who is logged in.
  somebody_else: msg`Invalid or expired session, please log in again`,
  network_error: msg`The server cannot be reached. Please check your connection.`,
} satisfies Texts;

let known: Texts = errorMessages;

/** Has further codes be said in the user's language from now on. */
export function addErrorTexts(further: Texts): void {
  known = { ...known, ...further };
}

const serverError = msg`Server error`;

/** Returns whether it is a code that pages say without a call. */
export const isShownCode = (code: string): code is keyof typeof errorMessages =>
  Object.hasOwn(errorMessages, code);

/** Returns the text for the user about `error`, in the active language. */
export function errorText(i18n: I18n, error: unknown): string {
  if (!(error instanceof ApiError)) return (error instanceof Error && error.message) || i18n._(serverError);
  const { code, message, params } = error;
  // What failed between here and the API has no number by which it could be found.
  const isNameless = code === 'internal_error' && !params;
  const text = known[code];
  if (!text || isNameless) return message || i18n._(serverError);
  // English is what the server has said.
  if (i18n.locale === 'en' && message && code !== 'network_error') return message;
  return i18n._({ ...text, values: params });
}
