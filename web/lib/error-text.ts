import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ERRORS, type ErrorCode } from '../../core/errors.ts';
import { ApiError, type ApiErrorCode } from './api-client.ts';

/** Every code in both languages; the English equals the server's own text. */
export const errorMessages: Record<ApiErrorCode, MessageDescriptor> = {
  malformed_request: msg({ message: 'The request could not be read: {detail}' }),
  unauthenticated: msg`Invalid or expired session, please log in again`,
  wrong_credentials: msg`The email address, the user name or the password is wrong`,
  account_disabled: msg`This account is disabled: ask the administrator of your school`,
  wrong_role: msg`Your account is not allowed to do this`,
  teacher_cannot_learn: msg`Teachers cannot access student learning features`,
  school_login_cancelled: msg`You did not log in at your school: nothing was changed`,
  school_address_unconfirmed: msg`Your school’s login does not say that your email address is yours: log in with a password, then connect the school’s account in Your account`,
  school_domain_refused: msg`Only accounts of the school may log in here, and this is another one`,
  school_role_refused: msg`Your school’s login does not say that you are a student or a teacher here`,
  school_login_other: msg`This is another account of the school than the one by which you log in`,
  school_login_not_again: msg`Your school’s login has not asked who you are: log out there and try again, or ask the administrator`,
  school_login_administrator: msg`Administrators log in with their password only`,
  password_change_required: msg`Choose a password of your own first`,
  approval_awaited: msg`The administrator of your school has not let you in yet: please wait`,
  registration_closed: msg`Accounts are made by the school: ask your teacher or the administrator of your school`,
  school_code_wrong: msg`The code is missing or wrong: ask your school for the current one`,
  password_not_yours: msg`You give new passwords only to students whose accounts were made in your classes`,
  name_not_yours: msg`You rename only students whose accounts were made in your classes`,
  name_is_schools: msg`Your school made this account: ask your teacher about the name`,
  deck_not_accessible: msg`This deck is not official or owned by you`,
  deck_not_owned: msg`This deck belongs to somebody else`,
  deck_only_used: msg`You may use this deck, not change it: ask its owner for the right to edit it`,
  own_decks_off: msg`Your school does not let students make or change decks of their own`,
  class_not_accessible: msg`This class is not yours`,
  class_owner_only: msg`Only the owner of the class may do this`,
  exam_not_owned: msg`This exam belongs to somebody else`,
  exam_not_accessible: msg`This exam is hidden, or none of your classes has it`,
  exam_submit_unauthorized: msg`Unauthorized to submit this exam`,
  result_not_accessible: msg`This result is not for you to see`,
  session_not_found: msg`This session has ended already`,
  person_not_found: msg`There is no such person`,
  route_not_found: msg`There is nothing at this address`,
  deck_not_found: msg`Deck not found`,
  colleague_unknown: msg`No teacher has this email address or user name: look for a slip, or ask them`,
  deck_not_shared_with: msg`The deck is not shared with this teacher, or not any more`,
  not_in_trash: msg`This is no longer in the trash`,
  card_not_found: msg`Card not found`,
  addition_not_found: msg`You have added no such cards here, or too long ago`,
  edit_not_found: msg`You have changed no such cards here, or too long ago`,
  class_not_found: msg`Class not found`,
  class_code_unknown: msg`This code is not valid, or not any more: ask your teacher for the current one`,
  invitation_unknown: msg`This invitation is not valid, or was taken back: ask for a new one`,
  teacher_not_in_class: msg`This teacher does not teach the class`,
  join_request_not_found: msg`This request is gone: the student has withdrawn it, or it was answered`,
  student_not_in_class: msg`This student is not in the class`,
  not_a_member: msg`You are not in this class`,
  deck_not_in_class: msg`The class does not have this deck`,
  exam_not_found: msg`Exam not found`,
  import_not_found: msg`Import not found`,
  own_data_not_ready: msg`There is no file of your data: have one made`,
  answer_not_found: msg`This answer is not known`,
  log_run_not_found: msg`This verification or rebuild is not known`,
  no_exam_result: msg`No result found for this exam`,
  request_timeout: msg`The request did not arrive in time`,
  last_administrator: msg`This is the last administrator who can log in: there must always be one`,
  own_session: msg`This is the session you are using: log out to end it`,
  own_account: msg`This cannot be done to your own account`,
  not_waiting: msg`This person does not wait for approval, or not any more`,
  not_connected: msg`No school account is connected with this person`,
  teacher_has_work: msg`This teacher still has classes, decks or exams, which a person of that role cannot have`,
  person_has_work: msg`Classes, decks that classes have, and exams of classes go with this account: hand them over or delete them first`,
  deletion_not_yours: msg`The administrator wants this account deleted, and alone can keep it`,
  own_data_waits: msg`Your data are being put together already`,
  own_data_has_ended: msg`There is nothing to stop: your data are ready, or were stopped already`,
  student_in_classes: msg`This student is in a class, or has asked to join one: take them out first`,
  link_ended: msg`This link is no longer good: it was used, a newer one was sent, or its time is over`,
  no_letters: msg`This site sends no letters: ask your teacher or the administrator for a new password`,
  email_taken: msg`An account with this email address already exists`,
  no_password: msg`This account has no password, since you log in at your school: your teacher or the administrator can give you one`,
  school_login_gone: msg`This login at your school has taken too long, or was begun in another browser: begin again`,
  school_login_taken: msg`This account of the school is connected with another account here`,
  school_address_taken: msg`The account with your email address is connected with another account of the school: ask the administrator`,
  school_login_only_way: msg`Without the school’s account you could not log in: this account has no password`,
  join_already_requested: msg`You have already asked to join this class`,
  already_a_member: msg`You are already in this class`,
  already_approved: msg`This student is already in the class`,
  class_archived: msg`This class is archived and stays as it is, until a teacher brings it back`,
  exam_runs_in_class: msg`An exam of this class is running: archive the class when its time is over`,
  invitation_used: msg`This invitation was used already: ask for a new one`,
  invitation_ended: msg`This invitation has ended: ask for a new one`,
  already_class_teacher: msg`This teacher teaches the class already`,
  deck_already_in_class: msg`The class has this deck already`,
  addition_too_old: msg`Cards are taken back together for one day: delete one by one those that you do not want`,
  cards_changed_since: msg({
    message:
      'Nothing was taken back, since cards were changed meanwhile ({count}): delete one by one those that you do not want',
  }),
  cards_changed_meanwhile: msg({
    message:
      'Somebody else changed cards meanwhile ({count}): nothing was done. Look at what they say now, then try again',
  }),
  cards_gone: msg({ message: 'Nothing was done, since cards are no longer in the deck ({count})' }),
  order_changed_meanwhile: msg`Nothing was done, since the deck has other cards, or another order, by now`,
  edit_too_old: msg`What was done to cards can be undone for one day`,
  edit_overtaken: msg({ message: 'Nothing was undone, since cards were changed meanwhile ({count})' }),
  same_deck: msg`Choose another deck: the cards are in this one already`,
  report_on_own_card: msg`This card is of a deck of your own: you can change it yourself`,
  too_many_reports: msg({
    message: 'You have reported {max} cards already: please wait until some of that is answered and read',
  }),
  too_many_tags: msg({ message: 'At most {max} tags' }),
  tag_too_long: msg({ message: 'A tag has at most {max} letters' }),
  card_changed_meanwhile: msg`Somebody else changed this card meanwhile: look at what it says now, then save again`,
  official_deck_kept: msg`An official deck cannot be deleted; ask the administrator to take the mark away`,
  deck_already_official: msg`This deck is official already`,
  deck_not_official: msg`This deck is not official`,
  too_many_imports: msg({ message: 'You have {max} imports under way: wait for one of them to end' }),
  import_has_ended: msg`This import has ended already`,
  import_not_confirmable: msg`This import cannot be started: it was not checked, problems were found, or its files are gone`,
  exam_already_submitted: msg`Exam already submitted`,
  exam_changed_elsewhere: msg`This exam was answered in another window or on another device meanwhile`,
  exam_time_over: msg`The time for this exam is over`,
  position_of_another_log: msg`This position is of another log, or of this one before it was restored`,
  answer_too_old: msg({ message: 'Only answers of the last {hours} hours can be taken back' }),
  log_run_waits: msg`A verification or a rebuild is waiting or running already`,
  log_run_has_ended: msg`This verification or rebuild has ended already`,
  idempotency_conflict: msg`This Idempotency-Key was already used with other content`,
  answer_too_large: msg({ message: 'The answer would be larger than {megabytes} MB: ask for less at once' }),
  payload_too_large: msg({ message: 'The request is larger than {limit} bytes' }),
  audio_too_large: msg({ message: 'The audio file must be at most {megabytes} MB' }),
  exam_audio_too_large: msg`Audio file must be less than 10MB`,
  logo_too_large: msg({
    message: 'The logo must be at most {megabytes} MB and {pixels} pixels wide and high',
  }),
  upload_too_large: msg({ message: 'The file must be at most {megabytes} MB' }),
  unsupported_media_type: msg`Send the body as application/json`,
  validation_failed: msg({ message: 'Some fields are not valid: {fields}' }),
  invalid_deck_data: msg`The title needs 1 to 50 characters and the description at most 100`,
  invalid_official_label: msg`The label of the button needs 1 to 50 characters`,
  invalid_site_title: msg`The title needs 1 to 50 characters`,
  not_a_logo: msg`The logo must be a PNG, JPEG or WebP picture`,
  invalid_import: msg({ message: 'The import cannot be started: {fields}' }),
  front_back_required: msg`Front and back are required`,
  not_an_audio_file: msg`The file is not audio that browsers play: MP3, WAV, OGG, M4A, AAC, WebM, FLAC`,
  not_a_picture: msg`The file is not a picture that browsers show: PNG, JPEG, WebP or AVIF. A HEIC of a phone, or an SVG, is saved as JPEG or PNG first`,
  picture_too_large: msg`The picture must be at most {megabytes} MB and {pixels} pixels wide and high`,
  picture_broken: msg`The picture is not whole: its end is missing, or it does not say how large it is`,
  version_not_found: msg`The card was never like that, or it is no longer kept`,
  picture_not_found: msg`This side of the card has no picture`,
  exam_incomplete: msg`Please fill all required fields`,
  not_an_exam_audio: msg`Please select a valid audio file (MP3 or WAV)`,
  question_not_in_exam: msg({ message: 'These questions are not in the exam: {questions}' }),
  dates_reversed: msg`The end date is before the start date`,
  common_password: msg`This password is easy to guess: choose one that is rarer, and not your name or email address`,
  wrong_current_password: msg`The current password is wrong`,
  max_cards_too_low: msg`Maximum cards per day must be at least 10× new cards per day`,
  daily_limit_reached: msg`Daily card limit reached for this deck.`,
  roster_refused: msg`Some of these rows cannot become accounts; nobody was added`,
  too_many_accounts: msg({ message: 'Your classes have made {max} accounts already' }),
  too_many_classes: msg({ message: 'You have {max} classes already: delete one that is no longer needed' }),
  teacher_has_too_many_classes: msg({ message: 'This teacher has {max} classes already' }),
  too_many_class_teachers: msg({ message: 'A class has at most {max} teachers, with those who are invited' }),
  not_a_teacher: msg`This person is not a teacher`,
  too_many_cards: msg({
    message: 'A deck of yours has at most {max} cards: make another one',
  }),
  too_many_decks: msg({
    message: 'You have {max} decks already, with those in the trash: delete one for good there',
  }),
  too_many_colleagues: msg({
    message: 'The deck is shared with {max} colleagues already: take it back from one first',
  }),
  teacher_has_no_room: msg`This teacher has no room for it: some of their decks or audio files must be deleted first`,
  too_many_exams: msg({ message: 'You have {max} exams already: delete one that is no longer needed' }),
  too_many_files: msg({
    message: 'Your cards and exams have {max} audio files already: delete some that are no longer needed',
  }),
  files_too_large: msg({
    message:
      'Your audio files would be larger than {megabytes} MB in all: delete some that are no longer needed',
  }),
  uploads_used_up: msg({ message: 'You have sent more than {megabytes} MB today: go on tomorrow' }),
  too_much_own_data: msg({
    message: 'Your data were put together {max} times within a day: come again tomorrow',
  }),
  too_many_requests: msg`Too many requests, please try again later`,
  storage_full: msg`There is no room for files at the moment; please tell the administrator`,
  database_full: msg`There is no room to save anything at the moment; please tell the administrator`,
  storage_unavailable: msg`The storage of files cannot be reached, please try again in a moment`,
  internal_error: msg({ message: 'Something went wrong on our side; tell us this number: {request}' }),
  school_login_failed: msg`What your school’s login answered cannot be trusted; please tell the administrator`,
  school_login_unavailable: msg`Your school’s login cannot be reached at the moment: try again, or log in with a password`,
  overloaded: msg`The server is busy, please try again in a moment`,
  database_unavailable: msg`The database cannot be reached, please try again in a moment`,
  network_error: msg`The server cannot be reached. Please check your connection.`,
};

const serverError = msg`Server error`;

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The values of a text's placeholders, read back from the server's English sentence; null when it is another
 * sentence. The API sends the sentence only, so this is how the other language gets them.
 */
export function messageValues(code: ErrorCode, message: string): Record<string, string> | null {
  const template = ERRORS[code][1];
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const pattern = template
    .split(/\{\w+\}/)
    .map(escapeRegExp)
    .join('(.*)');
  const match = new RegExp(`^${pattern}$`, 's').exec(message);
  return match && Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? '']));
}

const isKnown = (code: string): code is ApiErrorCode => Object.hasOwn(errorMessages, code);

/** Returns the text for the user about `error`, in the active language. */
export function errorText(i18n: I18n, error: unknown): string {
  if (!(error instanceof ApiError)) return (error instanceof Error && error.message) || i18n._(serverError);
  const { code, message } = error;
  if (!isKnown(code)) return message || i18n._(serverError);
  const values = code === 'network_error' ? {} : messageValues(code, message);
  // A sentence that is not the code's own says more than the code does.
  if (values === null) return message || i18n._(serverError);
  return i18n._({ ...errorMessages[code], values });
}
