import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { PASSWORD_MIN } from '../../core/account/account-limits.ts';
import type { FieldProblem } from './account-rules.ts';

const text: Record<FieldProblem, MessageDescriptor> = {
  required: msg`Please fill in this field`,
  nameless: msg`What is your name?`,
  unrepeated: msg`Repeat the password`,
  'no-role': msg`Are you a student or a teacher?`,
  taken: msg`An account with this email address already exists`,
  'wrong-code': msg`The code is missing or wrong: ask your school for the current one`,
  email: msg`This is not an email address`,
  login: msg`This is no email address and no user name`,
  short: msg({ message: 'At least {min} characters' }),
  long: msg`This is too long`,
  mismatch: msg`The two passwords differ`,
  same: msg`Choose another one than the one you were given`,
  guessable: msg`This password is easy to guess: choose one that is rarer, and not your name or email address`,
  invalid: msg`This value is not accepted`,
};

export const fieldText = (i18n: I18n, problem: FieldProblem | undefined): string | undefined =>
  problem && i18n._({ ...text[problem], values: { min: PASSWORD_MIN } });
