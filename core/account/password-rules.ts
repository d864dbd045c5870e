import { AppError, invalidField } from '../contract/errors.ts';
import { searchedAs } from '../text/normal-form.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './account-limits.ts';
import { levelPassword, passwordLengthProblem } from './password-form.ts';

/** Common in Vietnam, and missing in the package's list, which was drawn from leaks of the whole world. */
const VIETNAMESE = `
anhnhoem anhyeuem anhyeuem123 anhyeuem1 conchocon dienthoai emyeuanh giaovien giaovien123 hanoi123
hocsinh123 hoctap123 iuanhnhieu khongbiet khongco matkhau1 matkhau123 matkhau12 matkhau12345678
matkhaucuatoi saigon123 toiyeuem toiyeuvietnam tuoitho1 vietnam1 vietnam123 yeuemnhieu
`
  .trim()
  .split(/\s+/);

let common: Promise<ReadonlySet<string>> | undefined;

/** Read when it is first needed: most processes never look a password up, and its lists take some megabytes. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...VIETNAMESE]),
  );
  return common;
}

/** Different characters that a password must have. */
const DIFFERENT_MIN = 3;

/** Letters that a password must have beside the words of its owner's name and address. */
const OTHER_LETTERS_MIN = 4;

/** Without case, accents and blanks: "Nguyễn Đức" is typed as "nguyenduc". */
const fold = (text: string): string => searchedAs(text).replaceAll(' ', '');

/** The words of at least three letters in a name and an email address, the longest first. */
function ownWords({ name, email }: { name: string; email: string }): string[] {
  const words = `${name} ${email}`.split(/[^\p{L}\p{M}\p{N}]+/u).map(fold);
  const whole = [fold(name), ...email.split('@').map(fold)];
  return [...new Set([...whole, ...words])]
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length);
}

/** True when nearly all letters of a password are words of its owner's name or address. */
function isOwnWords(password: string, person: { name: string; email: string }): boolean {
  const folded = fold(password);
  const rest = ownWords(person).reduce((left, word) => left.replaceAll(word, ''), folded);
  return rest !== folded && rest.replace(/[^\p{L}]/gu, '').length < OTHER_LETTERS_MIN;
}

/**
 * Refuses a password that is too short or too long as it is hashed, or is guessed first: a common one, one of one or two
 * letters, the own name. `field` is where the form has it. Rejects with `validation_failed` and `common_password`.
 */
export async function assertGoodPassword(
  typed: string,
  person: { name: string; email: string },
  field: string,
): Promise<void> {
  if (passwordLengthProblem(typed))
    throw invalidField(field, `Expected ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`);
  const password = levelPassword(typed);
  const known = await commonPasswords();
  const isCommon = known.has(password.toLowerCase()) || known.has(fold(password));
  const isMonotonous = new Set(password.toLowerCase()).size < DIFFERENT_MIN;
  if (!isCommon && !isMonotonous && !isOwnWords(password, person)) return;
  throw new AppError('common_password', { errors: { [field]: ['This password is easy to guess'] } });
}
