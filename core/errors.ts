/**
 * Every error of the API: stable code, HTTP status, English text. The web client maps each code to both languages and
 * a test compares the two tables. So a code can be added only with its translations.
 */
export const ERRORS = {
  malformed_request: [400, 'The request could not be read: {detail}'],
  unauthenticated: [401, 'Invalid or expired session, please log in again'],
  wrong_credentials: [401, 'The email address, the user name or the password is wrong'],
  account_disabled: [403, 'This account is disabled: ask the administrator of your school'],
  wrong_role: [403, 'Your account is not allowed to do this'],
  teacher_cannot_learn: [403, 'Teachers cannot access student learning features'],
  school_login_cancelled: [403, 'You did not log in at your school: nothing was changed'],
  school_address_unconfirmed: [
    403,
    'Your school’s login does not say that your email address is yours: log in with a password, then connect the school’s account in Your account',
  ],
  school_domain_refused: [403, 'Only accounts of the school may log in here, and this is another one'],
  school_role_refused: [403, 'Your school’s login does not say that you are a student or a teacher here'],
  school_login_other: [403, 'This is another account of the school than the one by which you log in'],
  school_login_not_again: [
    403,
    'Your school’s login has not asked who you are: log out there and try again, or ask the administrator',
  ],
  school_login_administrator: [403, 'Administrators log in with their password only'],
  password_change_required: [403, 'Choose a password of your own first'],
  approval_awaited: [403, 'The administrator of your school has not let you in yet: please wait'],
  registration_closed: [
    403,
    'Accounts are made by the school: ask your teacher or the administrator of your school',
  ],
  school_code_wrong: [403, 'The code is missing or wrong: ask your school for the current one'],
  password_not_yours: [
    403,
    'You give new passwords only to students whose accounts were made in your classes',
  ],
  name_not_yours: [403, 'You rename only students whose accounts were made in your classes'],
  name_is_schools: [403, 'Your school made this account: ask your teacher about the name'],
  deck_not_accessible: [403, 'This deck is not official or owned by you'],
  deck_not_owned: [403, 'This deck belongs to somebody else'],
  deck_only_used: [403, 'You may use this deck, not change it: ask its owner for the right to edit it'],
  own_decks_off: [403, 'Your school does not let students make or change decks of their own'],
  class_not_accessible: [403, 'This class is not yours'],
  class_owner_only: [403, 'Only the owner of the class may do this'],
  exam_not_owned: [403, 'This exam belongs to somebody else'],
  exam_not_accessible: [403, 'This exam is hidden, or none of your classes has it'],
  exam_submit_unauthorized: [403, 'Unauthorized to submit this exam'],
  result_not_accessible: [403, 'This result is not for you to see'],
  session_not_found: [404, 'This session has ended already'],
  person_not_found: [404, 'There is no such person'],
  route_not_found: [404, 'There is nothing at this address'],
  deck_not_found: [404, 'Deck not found'],
  colleague_unknown: [404, 'No teacher has this email address or user name: look for a slip, or ask them'],
  deck_not_shared_with: [404, 'The deck is not shared with this teacher, or not any more'],
  card_not_found: [404, 'Card not found'],
  not_in_trash: [404, 'This is no longer in the trash'],
  addition_not_found: [404, 'You have added no such cards here, or too long ago'],
  edit_not_found: [404, 'You have changed no such cards here, or too long ago'],
  class_not_found: [404, 'Class not found'],
  class_code_unknown: [404, 'This code is not valid, or not any more: ask your teacher for the current one'],
  invitation_unknown: [404, 'This invitation is not valid, or was taken back: ask for a new one'],
  teacher_not_in_class: [404, 'This teacher does not teach the class'],
  join_request_not_found: [404, 'This request is gone: the student has withdrawn it, or it was answered'],
  student_not_in_class: [404, 'This student is not in the class'],
  not_a_member: [404, 'You are not in this class'],
  deck_not_in_class: [404, 'The class does not have this deck'],
  exam_not_found: [404, 'Exam not found'],
  import_not_found: [404, 'Import not found'],
  own_data_not_ready: [404, 'There is no file of your data: have one made'],
  answer_not_found: [404, 'This answer is not known'],
  log_run_not_found: [404, 'This verification or rebuild is not known'],
  no_exam_result: [404, 'No result found for this exam'],
  request_timeout: [408, 'The request did not arrive in time'],
  last_administrator: [409, 'This is the last administrator who can log in: there must always be one'],
  own_session: [409, 'This is the session you are using: log out to end it'],
  own_account: [409, 'This cannot be done to your own account'],
  not_waiting: [409, 'This person does not wait for approval, or not any more'],
  not_connected: [409, 'No school account is connected with this person'],
  teacher_has_work: [
    409,
    'This teacher still has classes, decks or exams, which a person of that role cannot have',
  ],
  person_has_work: [
    409,
    'Classes, decks that classes have, and exams of classes go with this account: hand them over or delete them first',
  ],
  deletion_not_yours: [409, 'The administrator wants this account deleted, and alone can keep it'],
  own_data_waits: [409, 'Your data are being put together already'],
  own_data_has_ended: [409, 'There is nothing to stop: your data are ready, or were stopped already'],
  student_in_classes: [409, 'This student is in a class, or has asked to join one: take them out first'],
  link_ended: [409, 'This link is no longer good: it was used, a newer one was sent, or its time is over'],
  no_letters: [409, 'This site sends no letters: ask your teacher or the administrator for a new password'],
  email_taken: [409, 'An account with this email address already exists'],
  no_password: [
    409,
    'This account has no password, since you log in at your school: your teacher or the administrator can give you one',
  ],
  school_login_gone: [
    409,
    'This login at your school has taken too long, or was begun in another browser: begin again',
  ],
  school_login_taken: [409, 'This account of the school is connected with another account here'],
  school_address_taken: [
    409,
    'The account with your email address is connected with another account of the school: ask the administrator',
  ],
  school_login_only_way: [
    409,
    'Without the school’s account you could not log in: this account has no password',
  ],
  join_already_requested: [409, 'You have already asked to join this class'],
  already_a_member: [409, 'You are already in this class'],
  already_approved: [409, 'This student is already in the class'],
  class_archived: [409, 'This class is archived and stays as it is, until a teacher brings it back'],
  exam_runs_in_class: [409, 'An exam of this class is running: archive the class when its time is over'],
  invitation_used: [409, 'This invitation was used already: ask for a new one'],
  invitation_ended: [409, 'This invitation has ended: ask for a new one'],
  already_class_teacher: [409, 'This teacher teaches the class already'],
  deck_already_in_class: [409, 'The class has this deck already'],
  addition_too_old: [
    409,
    'Cards are taken back together for one day: delete one by one those that you do not want',
  ],
  cards_changed_since: [
    409,
    'Nothing was taken back, since cards were changed meanwhile ({count}): delete one by one those that you do not want',
  ],
  card_changed_meanwhile: [
    409,
    'Somebody else changed this card meanwhile: look at what it says now, then save again',
  ],
  cards_changed_meanwhile: [
    409,
    'Somebody else changed cards meanwhile ({count}): nothing was done. Look at what they say now, then try again',
  ],
  cards_gone: [409, 'Nothing was done, since cards are no longer in the deck ({count})'],
  order_changed_meanwhile: [
    409,
    'Nothing was done, since the deck has other cards, or another order, by now',
  ],
  edit_too_old: [409, 'What was done to cards can be undone for one day'],
  edit_overtaken: [409, 'Nothing was undone, since cards were changed meanwhile ({count})'],
  same_deck: [422, 'Choose another deck: the cards are in this one already'],
  report_on_own_card: [409, 'This card is of a deck of your own: you can change it yourself'],
  too_many_reports: [
    409,
    'You have reported {max} cards already: please wait until some of that is answered and read',
  ],
  too_many_tags: [422, 'At most {max} tags'],
  tag_too_long: [422, 'A tag has at most {max} letters'],
  official_deck_kept: [
    409,
    'An official deck cannot be deleted; ask the administrator to take the mark away',
  ],
  deck_already_official: [409, 'This deck is official already'],
  deck_not_official: [409, 'This deck is not official'],
  too_many_imports: [409, 'You have {max} imports under way: wait for one of them to end'],
  import_has_ended: [409, 'This import has ended already'],
  import_not_confirmable: [
    409,
    'This import cannot be started: it was not checked, problems were found, or its files are gone',
  ],
  exam_already_submitted: [409, 'Exam already submitted'],
  exam_changed_elsewhere: [409, 'This exam was answered in another window or on another device meanwhile'],
  exam_time_over: [409, 'The time for this exam is over'],
  position_of_another_log: [409, 'This position is of another log, or of this one before it was restored'],
  answer_too_old: [409, 'Only answers of the last {hours} hours can be taken back'],
  log_run_waits: [409, 'A verification or a rebuild is waiting or running already'],
  log_run_has_ended: [409, 'This verification or rebuild has ended already'],
  idempotency_conflict: [409, 'This Idempotency-Key was already used with other content'],
  answer_too_large: [413, 'The answer would be larger than {megabytes} MB: ask for less at once'],
  payload_too_large: [413, 'The request is larger than {limit} bytes'],
  audio_too_large: [413, 'The audio file must be at most {megabytes} MB'],
  exam_audio_too_large: [413, 'Audio file must be less than 10MB'],
  logo_too_large: [413, 'The logo must be at most {megabytes} MB and {pixels} pixels wide and high'],
  upload_too_large: [413, 'The file must be at most {megabytes} MB'],
  unsupported_media_type: [415, 'Send the body as application/json'],
  validation_failed: [422, 'Some fields are not valid: {fields}'],
  invalid_deck_data: [422, 'The title needs 1 to 50 characters and the description at most 100'],
  invalid_official_label: [422, 'The label of the button needs 1 to 50 characters'],
  invalid_site_title: [422, 'The title needs 1 to 50 characters'],
  not_a_logo: [422, 'The logo must be a PNG, JPEG or WebP picture'],
  invalid_import: [422, 'The import cannot be started: {fields}'],
  front_back_required: [422, 'Front and back are required'],
  not_an_audio_file: [422, 'The file is not audio that browsers play: MP3, WAV, OGG, M4A, AAC, WebM, FLAC'],
  not_a_picture: [
    422,
    'The file is not a picture that browsers show: PNG, JPEG, WebP or AVIF. A HEIC of a phone, or an SVG, is saved as JPEG or PNG first',
  ],
  picture_too_large: [422, 'The picture must be at most {megabytes} MB and {pixels} pixels wide and high'],
  picture_broken: [422, 'The picture is not whole: its end is missing, or it does not say how large it is'],
  version_not_found: [404, 'The card was never like that, or it is no longer kept'],
  picture_not_found: [404, 'This side of the card has no picture'],
  exam_incomplete: [422, 'Please fill all required fields'],
  not_an_exam_audio: [422, 'Please select a valid audio file (MP3 or WAV)'],
  question_not_in_exam: [422, 'These questions are not in the exam: {questions}'],
  dates_reversed: [422, 'The end date is before the start date'],
  common_password: [
    422,
    'This password is easy to guess: choose one that is rarer, and not your name or email address',
  ],
  wrong_current_password: [422, 'The current password is wrong'],
  max_cards_too_low: [422, 'Maximum cards per day must be at least 10× new cards per day'],
  daily_limit_reached: [422, 'Daily card limit reached for this deck.'],
  roster_refused: [422, 'Some of these rows cannot become accounts; nobody was added'],
  too_many_accounts: [422, 'Your classes have made {max} accounts already'],
  too_many_classes: [422, 'You have {max} classes already: delete one that is no longer needed'],
  teacher_has_too_many_classes: [422, 'This teacher has {max} classes already'],
  too_many_class_teachers: [422, 'A class has at most {max} teachers, with those who are invited'],
  not_a_teacher: [422, 'This person is not a teacher'],
  too_many_decks: [422, 'You have {max} decks already, with those in the trash: delete one for good there'],
  too_many_cards: [422, 'A deck of yours has at most {max} cards: make another one'],
  too_many_colleagues: [422, 'The deck is shared with {max} colleagues already: take it back from one first'],
  teacher_has_no_room: [
    422,
    'This teacher has no room for it: some of their decks or audio files must be deleted first',
  ],
  too_many_exams: [422, 'You have {max} exams already: delete one that is no longer needed'],
  too_many_files: [
    422,
    'Your cards and exams have {max} audio files already: delete some that are no longer needed',
  ],
  files_too_large: [
    422,
    'Your audio files would be larger than {megabytes} MB in all: delete some that are no longer needed',
  ],
  uploads_used_up: [429, 'You have sent more than {megabytes} MB today: go on tomorrow'],
  too_much_own_data: [429, 'Your data were put together {max} times within a day: come again tomorrow'],
  too_many_requests: [429, 'Too many requests, please try again later'],
  internal_error: [500, 'Something went wrong on our side; tell us this number: {request}'],
  school_login_failed: [
    502,
    'What your school’s login answered cannot be trusted; please tell the administrator',
  ],
  school_login_unavailable: [
    503,
    'Your school’s login cannot be reached at the moment: try again, or log in with a password',
  ],
  overloaded: [503, 'The server is busy, please try again in a moment'],
  database_unavailable: [503, 'The database cannot be reached, please try again in a moment'],
  database_full: [503, 'There is no room to save anything at the moment; please tell the administrator'],
  storage_unavailable: [503, 'The storage of files cannot be reached, please try again in a moment'],
  storage_full: [507, 'There is no room for files at the moment; please tell the administrator'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;

/** Texts for one field each, in the order of the fields of a form: `{"email": ["…"]}`. */
export type FieldErrors = Record<string, string[]>;

/** What every failed call answers. */
export interface ErrorBody {
  success: false;
  message: string;
  code: ErrorCode;
  errors?: FieldErrors;
  /** The actual state, for the few errors that include it: the first result of what was handed in before. */
  data?: unknown;
}

export interface ErrorDetails {
  /** Values for the `{placeholders}` of the message. */
  params?: Record<string, string | number>;
  errors?: FieldErrors;
  /** Sent to the caller beside the message. */
  data?: unknown;
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number;
  cause?: unknown;
}

/** An error with a code of the table above; the API turns it into an `ErrorBody`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly data: unknown;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const [status, text] = ERRORS[code];
    super(
      text.replace(/\{(\w+)\}/g, (whole, name) => String(details.params?.[name] ?? whole)),
      { cause: details.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.errors = details.errors;
    this.data = details.data;
    this.retryAfter = details.retryAfter;
  }

  toBody(): ErrorBody {
    const { message, code, errors, data } = this;
    return { success: false, message, code, ...(errors && { errors }), ...(data !== undefined && { data }) };
  }
}
