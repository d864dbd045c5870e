import { searchedAs } from '../text/normal-form.ts';

/** What a column of a list may hold of a person. */
export const ROSTER_COLUMNS = ['name', 'family', 'given', 'user_name', 'email'] as const;
export type RosterColumn = (typeof ROSTER_COLUMNS)[number];

/** Names of columns, as `plainHead` writes them, in lists of Vietnamese and English schools and their programs. */
const HEADS: Record<RosterColumn, string> = {
  name: `name, names, full name, fullname, student, students, student name, student names, name of student, student full name,
    students name, pupil, pupils, pupil name, learner, participant, display name, ho ten, ho va ten, hoc sinh, hoc vien,
    sinh vien, ho ten hoc sinh, ho va ten hoc sinh, ten hoc sinh, ho ten hs, ho va ten hs, ten hs, ho ten hoc vien,
    ho va ten hoc vien, ten hoc vien, ho ten sinh vien, ho va ten sinh vien, ten sinh vien, ho ten day du,
    ho va ten day du, ten day du, ho ten khai sinh, ho va ten khai sinh, ho dem va ten, ho chu dem va ten, ho lot va ten,
    ho chu lot va ten, ho ten em, ho va ten em, ho ten thi sinh, ho va ten thi sinh, thi sinh`,
  family: `ho, ho dem, ho va dem, ho ten dem, ho va ten dem, ho lot, ho va lot, ho chu lot, ho va chu lot, ho ten lot,
    ho va ten lot, ho chu dem, ho va chu dem, dem, ten dem, chu dem, lot, ten lot, chu lot, last name, lastname, last,
    family name, familyname, family, surname, middle name, middlename, middle`,
  given: 'ten, first name, firstname, first, given name, givenname, given names, given, forename',
  user_name: `user name, username, user, login, login name, user id, userid, ten dang nhap, tai khoan, ten tai khoan,
    ten nguoi dung`,
  email: `email, e mail, emails, mail, email address, e mail address, student email, gmail, thu dien tu, dia chi email,
    dia chi thu dien tu, dia chi mail, hop thu, email hoc sinh, email hs`,
};

/** Columns that lists have, and that say neither who somebody is nor how they log in. */
const OTHER_HEADS = `stt, tt, so tt, so thu tu, thu tu, so, no, no of, nr, number, id, ma, ma hs, ma hoc sinh, ma so, ma so hoc sinh,
  ma dinh danh, so dinh danh, ma dinh danh bo gddt, so bao danh, sbd, student id, student no, student number, id number, lop,
  ten lop, lop hoc, class, class name, grade, group, nhom, to, khoi, section, period, ngay sinh, ngay thang nam sinh,
  ngay sinh hs, nam sinh, ngay thang, date of birth, birth date, birthdate, birthday, born, dob, d o b, age, tuoi, gioi tinh, gt,
  phai, gioi, sex, gender, nam nu, ghi chu, note, notes, remark, remarks, comment, comments, dia chi, address, cho o,
  noi o, noi sinh, que quan, place of birth, ho khau, thuong tru, tam tru, dien thoai, so dien thoai, sdt, dt, so dt, phone,
  phone number, mobile, tel, telephone, dan toc, ton giao, quoc tich, nationality, cccd, cmnd, so cccd, trang thai, tinh trang,
  status, truong, school, role, city, country, department, institution, last access, password, mat khau, diem, dtb, diem tb,
  xep loai, hanh kiem, hoc luc, score, points, mark, marks, date, ky ten, chu ky, signature, chuc vu, biet danh, ten goi o nha,
  ten thuong goi, ten goi khac, ten o nha, ten tieng anh, nickname, nick name, preferred name, english name, org unit path, anh,
  photo, doan vien, dang vien, khuyet tat, chinh sach, nghe nghiep`;

const listOf = (names: string): ReadonlySet<string> => new Set(names.split(',').map(plainHead));
/** Of somebody else: whose name or address it is, it is not the student's. */
const OF_OTHERS =
  /\b(cha|bo|me|ba|ong|phu huynh|giao vien|gv|gvcn|giam ho|parents?|mother|father|guardian|teacher|homeroom|contact|emergency)\b/;

const KNOWN = (Object.entries(HEADS) as [RosterColumn, string][]).map(
  ([column, names]) => [column, listOf(names)] as const,
);
const OTHERS = listOf(OTHER_HEADS);

/** A heading without accents, brackets and signs: “Họ & tên (in hoa):” is “ho ten”. */
function plainHead(text: string): string {
  return searchedAs(text)
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/[^a-z0-9#]+/g, ' ')
    .trim();
}

/** Returns what a heading says that its column holds; null of what is no matter here, undefined for what is no heading. */
export function headOf(cell: string): RosterColumn | null | undefined {
  const head = plainHead(cell);
  const column = KNOWN.find(([, names]) => names.has(head))?.[0];
  if (column) return column;
  if (OTHERS.has(head) || head === '#') return null;
  return OF_OTHERS.test(head) &&
    /^(ho|ten|name|email|e mail|sdt|so|dien thoai|phone|nghe|nam sinh|cha|bo|me|phu huynh|parent|mother|father|guardian)\b/.test(
      head,
    )
    ? null
    : undefined;
}

/** Returns whether a heading over several columns is of somebody else, as “Phụ huynh” over “Họ tên” and “Điện thoại”. */
export const isOfOthers = (cell: string): boolean => OF_OTHERS.test(plainHead(cell));

/** Returns whether the cells are headings: most are known, and one of them may be a name's. */
export function isHeadRow(cells: readonly string[]): boolean {
  const filled = cells.filter(Boolean);
  const known = filled.map(headOf).filter((head) => head !== undefined);
  if (known.length * 2 < filled.length) return false;
  return known.some((head) => head === 'name' || head === 'given' || head === 'family') || known.length > 1;
}

/** Returns whether the cells stand under headings and part them further: “Họ đệm”, “Tên”, or the columns' numbers. */
export const isUnderHeads = (cells: readonly string[]): boolean => {
  const filled = cells.filter(Boolean);
  if (filled.length > 1 && filled.every((cell) => UNDER.test(searchedAs(cell)))) return true;
  return filled.filter((cell) => headOf(cell) !== undefined).length * 2 >= filled.length;
};
/** `(1)`, `A`, and the two columns of a birthday in forms that part boys and girls. */
const UNDER = /^(?:\(?(?:\d{1,2}|[a-z])\)?|nam|nu)$/;

/** What the cells of a column are, as far as they show it themselves. */
export type CellKind =
  | 'number'
  | 'date'
  | 'sex'
  | 'class'
  | 'phone'
  | 'code'
  | 'mark'
  | 'email'
  | 'words'
  | 'text';

const KINDS: readonly (readonly [CellKind, RegExp])[] = [
  [
    'date',
    /^(?:\d{1,2}[/.\s-]+(?:\d{1,2}|[a-z]{3,9})[/.\s-]+(?:\d{4}|\d{2})|\d{4}[/.-]\d{1,2}[/.-]\d{1,2}|(?:19|20)\d\d)$/i,
  ],
  ['number', /^\(?\d{1,7}(?:[.,]\d{1,2})?[.)]?$/],
  ['class', /^(?:(?:lop|class) ?)?\d{1,2} ?(?:[a-z]{1,3}\d{0,2}|[/.]\d{1,2})$/i],
  ['phone', /^\+?[\d .()-]{8,}$/],
  ['sex', /^(?:nam|nu|male|female|m|f|boy|girl|trai|gai)$/i],
  ['mark', /^[x✓✔v*+-]$/i],
  ['email', /^[^@\s]+@[^@\s]+$/],
  ['words', /^[^\d,;:/@]*\p{L}[^\d,;:/@]*$/u],
];

/** Capital letters are what parts a code from a word. */
const CODE = /^(?=[^a-z]*\d)[^a-z\s]{4,}$/;

export const cellKind = (cell: string): CellKind => {
  const plain = searchedAs(cell);
  const kind = KINDS.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'text';
  return kind === 'text' && CODE.test(cell) ? 'code' : kind;
};
