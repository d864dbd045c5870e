import { EMAIL_MAX, EMAIL_PATTERN, PERSON_NAME_MAX } from '../account/account-limits.ts';
import { comparedAs, levelled, searchedAs } from '../text/normal-form.ts';
import { tidyLine } from '../text/tidy-text.ts';
import {
  aroundOf,
  beginsAsFamily,
  type CellKind,
  cellKind,
  isButton,
  isHandle,
  isOnlyPart,
  isSmall,
  isWholeName,
} from './roster-words.ts';

/** One person of a list; without a user name one is made. */
export interface RosterRow {
  name: string;
  user_name: string | null;
  email: string | null;
}

/** Why a row cannot become an account. */
export const ROSTER_PROBLEMS = [
  'name_missing',
  'name_long',
  'formula',
  'user_name_invalid',
  'user_name_twice',
  'user_name_taken',
  'email_invalid',
  'email_twice',
  'email_taken',
] as const;
export type RosterProblem = (typeof ROSTER_PROBLEMS)[number];

/** A cell that a spreadsheet would compute. */
const FORMULA = /^[=+\-@]/;

/** A row as it is kept: composed letters, no space around, blank fields null. */
export const tidyRow = ({ name, user_name, email }: RosterRow): RosterRow => ({
  name: tidyLine(name),
  user_name: tidyUserName(user_name ?? '') || null,
  email: levelled(email ?? '') || null,
});

/** What is wrong with each of these tidy rows, looking at nothing but the list. */
export function problemsOf(rows: readonly RosterRow[]): (RosterProblem | null)[] {
  const [userNames, emails] = [new Set<string>(), new Set<string>()];
  return rows.map(({ name, user_name, email }) => {
    if (name === '') return 'name_missing';
    if (FORMULA.test(name)) return 'formula';
    if (!/\p{L}/u.test(name)) return 'name_missing';
    if (name.length > PERSON_NAME_MAX) return 'name_long';
    if (user_name !== null && !isUserName(user_name)) return 'user_name_invalid';
    if (email !== null && (email.length > EMAIL_MAX || !EMAIL_PATTERN.test(email))) return 'email_invalid';
    if (user_name !== null && userNames.has(user_name)) return 'user_name_twice';
    if (email !== null && emails.has(email.toLowerCase())) return 'email_twice';
    if (user_name !== null) userNames.add(user_name);
    if (email !== null) emails.add(email.toLowerCase());
    return null;
  });
}

/** Characters of a user name. */
const USER_NAME_MIN = 2;
const USER_NAME_MAX = 40;

/** Small letters, numbers, and single dots, dashes or lines between them: what everybody can type. */
const USER_NAME = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

/** A user name as it is kept and compared. */
export const tidyUserName = (text: string): string => levelled(text).toLowerCase();

export const isUserName = (text: string): boolean =>
  text.length >= USER_NAME_MIN && text.length <= USER_NAME_MAX && USER_NAME.test(text);

/** For names in which no letter of ours is. */
const NAMELESS = 'student';

const plain = (word: string): string => searchedAs(word).replace(/[^a-z0-9]/g, '');

/** “Nguyễn Văn An (Bi)”: what stands beside a name is none of its words. */
const IN_BRACKETS = /\([^()]*\)|\[[^[\]]*\]/g;

/** Room for a number behind it. */
const BASE_MAX = USER_NAME_MAX - 6;

/**
 * The user name of a person, without a number: the given name, which is the last word, then the family name. Nguyễn Văn An is
 * `an.nguyen`.
 */
export function userNameOf(name: string): string {
  const bare = name.replace(IN_BRACKETS, ' ').trim() || name;
  const words = bare.split(/\s+/).map(plain).filter(Boolean);
  const [family, given] = [words[0] ?? '', words.at(-1) ?? ''];
  const whole = words.length > 1 ? `${given.slice(0, 17)}.${family.slice(0, 16)}` : given.slice(0, BASE_MAX);
  return whole.length >= USER_NAME_MIN ? whole : NAMELESS;
}

/** The user names that are tried for a person, one after the other: `an.nguyen`, `an.nguyen2`, `an.nguyen3`. */
export const numbered = (base: string, number: number): string => (number === 1 ? base : `${base}${number}`);

/** What is noted of a person beside the name: an office, being away or new. */
const NOTES =
  /^(?:lớp trưởng|lớp phó|bí thư|phó bí thư|tổ trưởng|tổ phó|nhóm trưởng|nhóm phó|trưởng nhóm|phó nhóm|chi đội trưởng|sao đỏ|thủ quỹ|cán sự|vắng|nghỉ|có phép|không phép|mới|chuyển|học |thôi học|bảo lưu|lưu ban|khuyết tật|hòa nhập|muộn|đi muộn|trễ|đến muộn|đoàn viên|đội viên|khách|học sinh|thành viên|giáo viên|bạn$|tôi$|lop truong|lop pho|bi thu|to truong|to pho|vang |nghi |co phep|khong phep|chuyen |absent|present|late|new|transferred|captain|vice|monitor|class (?:president|monitor|leader)|leader|team leader|guest|host|co-?host|organi[sz]er|student|teacher|member|external|unverified|invited|班长|副班长|组长|學藝|반장|学級委員|you$|me$|(?:ph|phụ huynh|mẹ|bố|cha)[ :]+\p{L}.*|(?:lớp|tổ|nhóm|lop|to|nhom|class|group|team|grade|room|phòng) ?\d)(?![\p{L}\p{M}])/u;
/** `9,5 điểm` */
const SCORE = /^\d{1,3}(?:[.,]\d{1,2}(?: ?(?:đ|điểm|points?|%))?| ?(?:đ|điểm|points?|%))$/i;
const NOTE_KINDS: readonly CellKind[] = ['date', 'sex', 'role', 'class', 'phone', 'code', 'mark', 'email'];

const NOTE_WORDS_MAX = 4;

/** Whether these words beside a name are none of it: by what they say, or in small letters beside a name that has large ones. */
function isNote(text: string, name: string): boolean {
  const marked = `${comparedAs(text)} `;
  if (isButton(text)) return true;
  if (
    NOTES.test(marked) ||
    NOTES.test(marked.trim()) ||
    NOTE_KINDS.includes(cellKind(text)) ||
    SCORE.test(text) ||
    isHandle(text)
  )
    return true;
  return (
    isSmall(text) &&
    !isSmall(name) &&
    text.split(' ').length <= NOTE_WORDS_MAX &&
    aroundOf(text) === undefined
  );
}

/** A name with what stood beside it. */
export interface BareName {
  name: string;
  /** What was taken off; null for nothing. */
  note: string | null;
  /** What stands there may be more than the name. */
  isDoubtful: boolean;
}

const OPENERS: Record<string, string> = { ')': '(', ']': '[', '}': '{', '）': '（', '】': '【' };
const BETWEEN = [
  ' - ',
  ' – ',
  ' — ',
  ', ',
  ' | ',
  ' / ',
  ': ',
  '; ',
  ',',
  ' ~ ',
  ' => ',
  ' _ ',
  ' · ',
  '/',
] as const;
const SIGNS_OF_NOTES = /[*✓✔✗★†•☑☐]/;
const PHONE_SIGN = /[\d .()+/-]/;
/** “Em”, “Bạn” or “HS” before a whole name. */
const SALUTATION = /^(?:em|bạn|cháu|bé|hs|học sinh|sv|sinh viên|student|trò) (?=\p{L}+ \p{L})/iu;
/** Signs that are in no name. */
const ODD = /[{}<>\\=|@/_#%[\]]| (?:và|and|&) |\d[.)]? \p{L}{2}|^[IVX]+\. /u;

type Part = { name: string; note: string } | 'doubt' | undefined;

const PICTURE = /^(?:\p{Extended_Pictographic}|\ufe0f|\u200d|[\u{1f3fb}-\u{1f3ff}])$/u;

function withoutFilling(text: string): string {
  let end = text.length;
  while (end > 0 && /[.…_\s]/.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** What the last letters of a text are beside its name. */
function behind(text: string): Part {
  const last = text.at(-1) ?? '';
  if (SIGNS_OF_NOTES.test(last)) return { name: text.slice(0, -1), note: last };
  // Dots and lines lead to what is filled in.
  if (/[.…_]/.test(last) && /[.…_]/.test(text.at(-2) ?? '')) return { name: withoutFilling(text), note: '' };
  const picture = [...text.slice(-2)].at(-1) ?? '';
  if (PICTURE.test(picture))
    return { name: text.slice(0, -picture.length), note: /[\ufe0f\u200d]/.test(picture) ? '' : picture };
  if (
    /[.,;:]/.test(last) &&
    /\p{L}{2}[.,;:]$/u.test(text.slice(-3)) &&
    !/\b(?:jr|sr|dr|mr|ms|st)\.$/i.test(text.slice(-4))
  )
    return { name: text.slice(0, -1), note: '' };
  const opener = OPENERS[last];
  const open = opener === undefined ? -1 : text.lastIndexOf(opener);
  if (open > 0) {
    const [name, inside] = [text.slice(0, open).trim(), text.slice(open + 1, -1).trim()];
    if (inside === '' || isNote(inside, name)) return { name, note: inside };
    // “(Bi)” is another name of the person, and stays; “(LT)” stands for an office.
    if (/^\p{Lu}{2,}$/u.test(inside) && /\p{Ll}/u.test(name)) return 'doubt';
    const isName = /^[\p{L}\p{M}\p{N}' .-]+$/u.test(inside) && inside.split(' ').length < 3;
    if (opener !== '(' && !isName) return 'doubt';
    return isName ? undefined : 'doubt';
  }
  for (const sign of BETWEEN) {
    const at = text.indexOf(sign);
    if (at <= 0 || (sign === '/' && !/\p{L}/u.test(text[at - 1]!))) continue;
    const [name, rest] = [text.slice(0, at).trim(), text.slice(at + sign.length).trim()];
    // “Lớp trưởng: Nguyễn Văn An”
    if (sign === ': ' && OFFICES.test(comparedAs(name)) && isWholeName(rest))
      return { name: rest, note: name };
    // Labels have colons as well: “Môn: tiếng Anh”.
    if (sign === ': ' && !(name.includes(' ') && beginsAsFamily(name))) return 'doubt';
    return rest === '' || isNote(rest, name) || /^\d{1,3}$/.test(rest) ? { name, note: rest } : 'doubt';
  }
  return wordsBehind(text);
}

/** Words without a sign before them: a number to call, a day, a class, an office in small letters. */
function wordsBehind(text: string): Part {
  let start = text.length;
  while (start > 0 && PHONE_SIGN.test(text[start - 1]!)) start--;
  const number = text.slice(start).trim();
  if (
    start > 0 &&
    ['phone', 'date'].includes(cellKind(number)) &&
    number.length > 4 &&
    /[\s-]/.test(text[start]!)
  )
    return { name: text.slice(0, start), note: number };
  const words = text.split(' ');
  if (words.length < 2) return undefined;
  const last = words.at(-1)!;
  if (isHandle(last) || (words.length > 2 && ['class', 'email', 'code'].includes(cellKind(last))))
    return { name: words.slice(0, -1).join(' '), note: last };
  const glued = last.lastIndexOf('-');
  if (glued > 0 && ['class', 'phone'].includes(cellKind(last.slice(glued + 1))))
    return { name: text.slice(0, text.length - last.length + glued), note: last.slice(glued + 1) };
  const decimal = /^\d{1,2}[.,]\d{1,2}$/.test(last);
  if (decimal) return { name: words.slice(0, -1).join(' '), note: last };
  const office = words.slice(-2).join(' ');
  if (words.length > 3 && OFFICES.test(comparedAs(office)))
    return { name: words.slice(0, -2).join(' '), note: office };
  const from = words.length - (words.findLastIndex((word) => !isSmall(word)) + 1);
  const note = words.slice(words.length - from).join(' ');
  const rest = words.slice(0, words.length - from);
  const isRest = rest.length > 1 && !isOnlyPart(rest.at(-1)!);
  if (from > 0 && isRest && NOTES.test(`${comparedAs(note)} `)) return { name: rest.join(' '), note };
  return undefined;
}

/** The letters of a picture before a name: “NANguyễn Văn An”. */
function withoutInitials(text: string): { name: string; note: string } {
  const glued = /^\p{Lu}{3}\p{Ll}/u.test(text) ? text.slice(2) : '';
  return glued !== '' && isInitialsOf(text.slice(0, 2), glued)
    ? { name: glued, note: text.slice(0, 2) }
    : { name: text, note: '' };
}

/** Whether letters are the first ones of the words of a name, as programs show them instead of a picture. */
export function isInitialsOf(text: string, name: string): boolean {
  if (!/^\p{Lu}{1,5}$/u.test(text) || name.length <= text.length) return false;
  const letters = searchedAs(name)
    .split(' ')
    .map((word) => word[0] ?? '');
  const [first = '', last = ''] = [letters[0], letters.at(-1)];
  const few = [first, last, first + last, last + first, first + (letters[1] ?? ''), letters.join('')];
  return few.includes(searchedAs(text));
}

/** In two words that are never the last of a name. */
const OFFICES = /^(?:(?:lớp|tổ|nhóm) (?:trưởng|phó)|bí thư)$/;

const NOTES_MAX = 4;

/** Takes off a name what stands beside it: `(lớp trưởng)`, `- vắng`, `*`, a number to call. */
export function bareName(text: string): BareName {
  const notes: string[] = [];
  let { name, note } = withoutInitials(text);
  if (note !== '') notes.push(note);
  const called = SALUTATION.exec(name)?.[0];
  if (called !== undefined && beginsAsFamily(name.slice(called.length))) {
    notes.push(called.trim());
    name = name.slice(called.length);
  }
  let isDoubtful = false;
  for (let count = 0; count < NOTES_MAX; count++) {
    const part = behind(name);
    isDoubtful = part === 'doubt';
    if (part === undefined || part === 'doubt') break;
    if (!/\p{L}/u.test(part.name)) break;
    name = part.name.trim();
    if (part.note !== '') notes.unshift(part.note);
  }
  return { name, note: [...new Set(notes)].join(', ') || null, isDoubtful: isDoubtful || ODD.test(name) };
}
