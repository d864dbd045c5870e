import { PASSWORD_MAX, PASSWORD_MIN } from './account-limits.ts';

/**
 * Returns the one form in which a password is hashed (RFC 8265, OpaqueString; NIST 800-63B): letters composed with their
 * marks (NFC), and every kind of blank a plain one. Keyboards send a letter with marks as one character or as several.
 */
export const levelPassword = (typed: string): string => typed.replace(/\p{Zs}/gu, ' ').normalize('NFC');

/** True for two passwords that are the same one, however they were typed. */
export const isSamePassword = (a: string, b: string): boolean => levelPassword(a) === levelPassword(b);

/** What is wrong with the length of a new password: it counts letters, not what a keyboard sent for them. */
export function passwordLengthProblem(typed: string): 'short' | 'long' | undefined {
  const { length } = [...levelPassword(typed)];
  if (length < PASSWORD_MIN) return 'short';
  return length > PASSWORD_MAX ? 'long' : undefined;
}

/** Marks that make another letter in Vietnamese: circumflex, breve, horn. */
const SHAPES = /[\u0302\u0306\u031b]/g;

/** As a Vietnamese keyboard of Windows sends it: a letter with its shape, and the tone after it. */
const withTonesApart = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(\P{M})(\p{M}+)/gu, (_, letter: string, marks: string) =>
      `${letter}${(marks.match(SHAPES) ?? []).join('')}`.normalize('NFC').concat(marks.replace(SHAPES, '')),
    );

/**
 * Returns the forms in which a hash may have a password, today's first. Earlier versions hashed what the keyboard had
 * sent: all composed, all apart, or the tones apart. ASCII has one form.
 */
export function passwordForms(typed: string): string[] {
  const level = levelPassword(typed);
  return [...new Set([level, typed, level.normalize('NFD'), withTonesApart(level)])];
}
