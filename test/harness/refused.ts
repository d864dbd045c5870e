import type { Test } from 'tap';
import type { ErrorBody } from '../../core/contract/errors.ts';
import type { Answer } from './api-harness.ts';

/** Status and message of refusals, written down a second time: a change of the product's table is noticed here. */
const REFUSALS = {
  import_not_found: [404, 'Import not found'],
  school_login_connected: [
    409,
    'Your account is connected with an account of the school already: disconnect that one first',
  ],
  school_login_only_way: [
    409,
    'Without the school’s account you could not log in: this account has no password',
  ],
  address_unconfirmed: [
    403,
    'The email address of your account is not confirmed, and the school’s account has another one: confirm it first, or change it to that one',
  ],
  class_not_found: [404, 'Class not found'],
  class_not_accessible: [403, 'This class is not yours'],
  join_already_requested: [409, 'You have already asked to join this class'],
  already_a_member: [409, 'You are already in this class'],
  already_approved: [409, 'This student is already in the class'],
  join_request_not_found: [404, 'This request is gone: the student has withdrawn it, or it was answered'],
  not_a_member: [404, 'You are not in this class'],
  student_not_in_class: [404, 'This student is not in the class'],
  deck_not_found: [404, 'Deck not found'],
  deck_not_accessible: [403, 'This deck is not official or owned by you'],
  deck_not_in_class: [404, 'The class does not have this deck'],
  deck_already_in_class: [409, 'The class has this deck already'],
  exam_not_found: [404, 'Exam not found'],
  exam_not_owned: [403, 'This exam belongs to somebody else'],
  exam_not_accessible: [403, 'This exam is hidden, or none of your classes has it'],
  exam_submit_unauthorized: [403, 'Unauthorized to submit this exam'],
  exam_already_submitted: [409, 'Exam already submitted'],
  exam_not_begun: [409, 'Open this exam before you hand it in: its time begins then'],
  exam_changed_elsewhere: [409, 'This exam was answered in another window or on another device meanwhile'],
  exam_time_over: [409, 'The time for this exam is over'],
  question_not_in_exam: [422, 'These questions are not in the exam: {questions}'],
  result_not_accessible: [403, 'This result is not for you to see'],
  no_exam_result: [404, 'No result found for this exam'],
  unauthenticated: [401, 'Invalid or expired session, please log in again'],
  wrong_credentials: [401, 'The email address, the user name or the password is wrong'],
  route_not_found: [404, 'There is nothing at this address'],
  front_back_required: [422, 'Front and back are required'],
  deck_not_owned: [403, 'This deck belongs to somebody else'],
  dates_reversed: [422, 'The end date is before the start date'],
  invalid_deck_data: [422, 'The title needs 1 to 50 characters and the description at most 100'],
  official_deck_kept: [
    409,
    'An official deck cannot be deleted; ask the administrator to take the mark away',
  ],
  daily_limit_reached: [422, 'Daily card limit reached for this deck.'],
  teacher_cannot_learn: [403, 'Teachers cannot access student learning features'],
  too_many_requests: [429, 'Too many requests, please try again later'],
} as const;

export function refused(
  t: Test,
  { status, body }: Pick<Answer<unknown>, 'status' | 'body'>,
  code: keyof typeof REFUSALS,
  name: string = code,
  more: Pick<ErrorBody, 'params' | 'errors' | 'data'> = {},
): void {
  const [expected, text] = REFUSALS[code];
  const message = text.replace(/\{(\w+)\}/, (_, value) => String(more.params?.[value]));
  t.equal(status, expected, `${name}: ${JSON.stringify(body)}`);
  t.same(body, { success: false, message, code, ...more }, name);
}

/** Who asks too often is told how many seconds of the minute to wait. */
export function toldToWait(t: Test, answer: Answer<unknown>): void {
  refused(t, answer, 'too_many_requests');
  const seconds = Number(answer.headers['retry-after']);
  t.ok(seconds >= 1 && seconds <= 60, String(seconds));
}

export function invalid(
  t: Test,
  { status, body }: Pick<Answer<unknown>, 'status' | 'body'>,
  field: string,
  ...reasons: string[]
): void {
  t.equal(status, 422, JSON.stringify(body));
  t.same(body, {
    success: false,
    message: `Some fields are not valid: ${field}`,
    code: 'validation_failed',
    params: { fields: field },
    errors: { [field]: reasons },
  });
}
