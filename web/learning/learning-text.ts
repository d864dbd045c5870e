import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { errorMessages, errorText } from '../lib/call/error-text.ts';
import { failureOf } from './queue/answer-verdict.ts';
import { isUndo, type Waiting } from './queue/waiting-answers.ts';
import { type LearningFailure, learningFailure } from './session/learning-failure.ts';

const fetchCardsFailed = msg({ message: 'Failed to fetch cards: {message}' });
const submitProgressFailed = msg({ message: 'Failed to submit progress: {message}' });
const undoFailed = msg({ message: 'The answer could not be taken back: {message}' });
const updateSettingsFailed = msg({ message: 'Failed to update settings: {message}' });

const failureTexts: Record<Exclude<LearningFailure, 'other'>, MessageDescriptor> = {
  'daily-limit': errorMessages.daily_limit_reached,
  unauthenticated: errorMessages.unauthenticated,
  teacher: errorMessages.teacher_cannot_learn,
  'not-official': errorMessages.deck_not_accessible,
  denied: msg`Access denied`,
  'not-found': errorMessages.deck_not_found,
};

export const learningText = {
  settingsSaved: msg`Settings updated successfully!`,
  endFailed: msg`Failed to end session`,
  audioFailed: msg`Failed to play audio`,
  putAside: {
    today: msg`Put aside: it comes again tomorrow.`,
    always: msg`Put aside. You find it among the cards of the deck.`,
  },
} as const;

const withReason = (i18n: I18n, text: MessageDescriptor, error: unknown): string =>
  i18n._({ ...text, values: { message: errorText(i18n, error) } });

/** Returns why the session, or its next cards, could not be loaded. */
export function loadFailureText(i18n: I18n, error: unknown): string {
  const failure = learningFailure(error);
  return failure === 'other' ? withReason(i18n, fetchCardsFailed, error) : i18n._(failureTexts[failure]);
}

/** Returns why an answer, or its taking back, has not reached the server. */
export function progressFailureText(i18n: I18n, error: unknown, item: Waiting): string {
  return failureOf(error).status === 429
    ? i18n._(errorMessages.too_many_requests)
    : withReason(i18n, isUndo(item) ? undoFailed : submitProgressFailed, error);
}

export const settingsFailureText = (i18n: I18n, error: unknown): string =>
  withReason(i18n, updateSettingsFailed, error);
