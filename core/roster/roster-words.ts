import { comparedAs, searchedAs } from '../text/normal-form.ts';

/** What a column of a list may hold of a person. */
export const ROSTER_COLUMNS = ['name', 'family', 'given', 'user_name', 'email'] as const;
export type RosterColumn = (typeof ROSTER_COLUMNS)[number];

/** Names of columns, as `plainHead` writes them, in lists of Vietnamese and English schools and their programs. */
const HEADS: Record<RosterColumn, string> = {
  name: `name, names, full name, fullname, student, students, student name, student names, name of student, student full name,
    students name, pupil, pupils, pupil name, learner, participant, display name, ho ten, ho va ten, hoc sinh, hoc vien,
    sinh vien, ho ten hoc sinh, ho va ten hoc sinh, ten hoc sinh, ho ten hs, ho va ten hs, ten hs, ho ten hoc vien,
    ho va ten hoc vien, thanh vien, ten thanh vien, ho ten thanh vien, ho va ten thanh vien, ten hoc vien, ho ten sinh vien, ho va ten sinh vien, ten sinh vien, ho ten day du,
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
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
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

/** Nobody is called so, whatever the headings beside it are. */
const SURE_HEAD =
  /^(?:(?:họ|ho) (?:(?:và|va|&) )?(?:tên|ten)|full ?name|(?:legal )?(?:first|last|family|given) name)(?![^:]*:\s*\S)(?:\s.{0,20})?:?$/;

/** Returns whether the cells are headings: most are known, and one of them may be a name's. */
export function isHeadRow(cells: readonly string[]): boolean {
  const filled = cells.filter(Boolean);
  if (filled.length > 1 && filled.some((cell) => SURE_HEAD.test(comparedAs(cell)))) return true;
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

const KIND_OF_SCHOOL =
  '(thpt|thcs|th|thptcs|ptth|ptcs|ptdt|pt|tieu hoc|mam non|mau giao|trung hoc|dai hoc|cao dang|chuyen|quoc te|lien cap|pho thong)';

/** What stands above lists, in letters without marks: of which school, class and year they are. */
const ABOVE = [
  new RegExp(`^(truong )?${KIND_OF_SCHOOL}\\b`),
  /\b(school|academy|college|university|kindergarten)\b/,
  /^((so|phong|bo) (giao duc|gd)|ubnd|uy ban nhan dan|cong hoa xa hoi|doc lap\b.*tu do)/,
  /^(danh sach|ds|bang diem|so diem|list of|class list|student list|name list|roster|attendance)\b/,
  /^(lop|khoi|nhom|to|phong|class|grade|year|group|team|form|room|section|ban|khoa|mon|trang|page|dot|ca|tuan|week)\b\W*(so )?\d/,
  /^(lop|class)\W*[a-z]?\d/,
  /^(nam hoc|hoc k[iy]|nien khoa|school year|academic year|semester|term)\b.*\d/,
  /^(mau so|bieu mau|phu luc|don vi)\b/,
  /\b(19|20)\d\d ?[-/] ?(19|20)\d\d\b/,
];
/** Titles that are names without their marks: “trường” and “Trương”. */
const ABOVE_MARKED = /^(năm học|học k[ỳìi]|niên kh[óo]a|trường (?!\S+$))/;

/** What stands below lists: sums, the date and who signs. */
const BELOW = [
  /^(tong|cong|tong so|tong cong|si so|so luong|trong do|nam|nu|vang|co mat|danh sach nay|total|sum|count|boys|girls)\b.*[:\d]/,
  /\bngay\b.*\bthang\b/,
  /\b(giao vien|gvcn|gvbm|hieu truong|hieu pho|nguoi lap|ky ten|ky va ghi|ghi ro ho ten|xac nhan|thu truong|to truong chuyen mon|ban giam hieu|bgh|chu nhiem|homeroom|headmaster|headmistress|head teacher|teachers?|principal|signature|signed)\b/,
];
/** Sums that are names without their marks: “tổng cộng” and “Tống Công”. */
const BELOW_MARKED = /^(tổng số|tổng cộng|cộng|sĩ số|total|sum|count)( học sinh| hs| students?| pupils?)?$/;
const THE_END = /^[-–—*.\s]*(hết|the end|end of list)[-–—*.\s]*$/;

/** Words of addresses that are names without their marks: “xã” and “Xa”. */
const ADDRESS =
  /(^|[\s,])(thôn|xã|phường|quận|huyện|tỉnh|thị trấn|thành phố|đường|phố|số nhà|street|road|district)(\s|$)/;

/** Parents in a list of members, who are called by their child. */
const OF_SOMEBODY = /^(?:phụ huynh|ph em|(?:bố|mẹ|má|ông|bà) (?:bé|cháu|em|của))(?=\s|$)/;
/** What people write round a list that they send. */
const SPOKEN =
  /^(?:(?:kính )?chào|kính gửi|(?:em |con )?(?:xin )?cảm ơn|lưu ý|chú ý|ghi chú)(?=[\s,.:!]|$)|^(?:(?:trưởng|phó) nhóm|points possible)$/;

const WORDS_MAX = 8;

/** Where a line belongs that is of no person. */
export type Around = 'above' | 'below' | 'other';

/** Returns what a line is that names no person by its words; undefined for what may be a name. */
export function aroundOf(text: string): Around | undefined {
  const [plain, marked] = [searchedAs(text), comparedAs(text)];
  if (BELOW.some((pattern) => pattern.test(plain)) || BELOW_MARKED.test(marked) || THE_END.test(marked))
    return 'below';
  if (ABOVE.some((pattern) => pattern.test(plain)) || ABOVE_MARKED.test(marked)) return 'above';
  if (cellKind(text) === 'class') return 'above';
  const isOther =
    !/\p{L}/u.test(text) ||
    /:|https?\/\//.test(text) ||
    (/\d/.test(text) && text.includes(',')) ||
    ADDRESS.test(marked) ||
    OF_SOMEBODY.test(marked) ||
    SPOKEN.test(marked) ||
    ['date', 'phone'].includes(cellKind(text)) ||
    plain.split(' ').length > WORDS_MAX;
  return isOther ? 'other' : undefined;
}

/** A mark or a number of the list before a name: `1.`, `(2)`, `03 -`, `•`. */
const AHEAD = /^(?:[-–—•*▪◦·●○✓]\s+)?(?:\(?(\d{1,4})(?:\s*[.)/:–-]\s*\)?\s*(?=\p{L})|\)?\s+(?=\p{L})))?/u;

/** Returns a name without what numbers it, and that number. */
export function withoutNumber(text: string): { name: string; number: number | null } {
  const ahead = AHEAD.exec(text);
  const number = ahead?.[1];
  return {
    name: text.slice(ahead?.[0].length ?? 0).trim(),
    number: number === undefined ? null : Number(number),
  };
}

/** Cells of a list that came without separators, as from the pages of a PDF: what begins with a date is no name. */
const IN_ANGLES = /[<>(),;]+/g;
const DETAIL = ['date', 'phone', 'email', 'class', 'code'];

/**
 * Parts lines as `1 Nguyễn Văn An 01/02/2012 Nam` into number, name and what follows; null of texts whose lines are
 * mostly others. “Nam” before the date is a part of a name, unless there is such a word in every line.
 */
export function partedLines(lines: readonly string[]): string[][] | null {
  let count = 0;
  const parted = lines.map((text) => {
    const { name, number } = withoutNumber(text);
    const words = name.split(/\s+/);
    const at = words.findIndex((word) => DETAIL.includes(cellKind(word.replace(IN_ANGLES, ''))));
    if (at < 1) return [text];
    count++;
    const ahead = withoutSignsBehind(words.slice(0, at).join(' '));
    return [
      number === null ? '' : String(number),
      ahead,
      words[at]!.replace(IN_ANGLES, ''),
      words.slice(at + 1).join(' '),
    ];
  });
  if (count * 2 < lines.length) return null;
  const long = parted.filter(({ length }) => length > 1);
  const lastWords = long.map(([, name = '']) => searchedAs(name).split(' ').slice(2).at(-1) ?? '');
  const isSex = lastWords.length > 1 && lastWords.every((word) => word === 'nam' || word === 'nu');
  if (!isSex || !lastWords.includes('nu')) return parted;
  return parted.map((cells) => {
    const [number = '', name = '', ...rest] = cells;
    const end = name.lastIndexOf(' ');
    return cells.length > 1 ? [number, name.slice(0, end), name.slice(end + 1), ...rest] : cells;
  });
}

const SIGNS_BEHIND = /[\s,;:<(–—-]/;

function withoutSignsBehind(text: string): string {
  let end = text.length;
  while (end > 0 && SIGNS_BEHIND.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** Returns the people of a list of receivers, as a program of mail writes it; null of other texts. */
export function receiversOf(text: string): string[][] | null {
  const found: string[][] = [];
  for (const part of text.match(/(?:"[^"\n]*"|[^,;\n"])+|"/g) ?? []) {
    const receiver = part.trim();
    if (receiver === '') continue;
    if (/^[^<>\s@"]+@[^<>\s@"]+$/.test(receiver)) {
      found.push(['', receiver]);
      continue;
    }
    const [named = '', email = '', ...rest] = receiver.split('<');
    const name = named.trim().replace(/^"|"$/g, '').trim();
    const isOne = rest.length === 0 && /^[^<>\s@"]+@[^<>\s"]+>$/.test(email) && !/[<>"@]/.test(name);
    if (name === '' || !isOne) return null;
    found.push([name, email.slice(0, -1)]);
  }
  return found.some(([name]) => name !== '') ? found : null;
}

/**
 * Puts cells side by side that came one below the other, as some programs copy a table. Each
 * person begins with a line of a number, one more than that of the person before. Null of other texts.
 */
export function unfoldedLines(
  lines: readonly { line: number; text: string }[],
): { line: number; cells: string[] }[] | null {
  const starts: number[] = [];
  for (const [index, { text }] of lines.entries()) if (text === String(starts.length + 1)) starts.push(index);
  const [first = 0, second = 0] = starts;
  const height = second - first;
  if (starts.length < 2 || height < 2 || starts.length * 2 * 6 < lines.length) return null;
  const isEven = starts.every((start, index) => index === 0 || start - starts[index - 1]! <= height + 1);
  if (!isEven) return null;
  const rows = lines.slice(0, first).map(({ line, text }) => ({ line, cells: [text] }));
  // As many lines ahead as a person has are the headings.
  const heads = rows.length >= height ? rows.splice(-height) : [];
  if (heads.length > 0) rows.push({ line: heads[0]!.line, cells: heads.flatMap(({ cells }) => cells) });
  for (const [index, start] of starts.entries()) {
    const end = Math.min(starts[index + 1] ?? lines.length, start + height + 1);
    const own =
      index === starts.length - 1
        ? lines.slice(start, Math.min(end, start + height))
        : lines.slice(start, end);
    rows.push({ line: own[0]!.line, cells: own.map(({ text }) => text) });
    if (index === starts.length - 1)
      rows.push(...lines.slice(start + own.length).map(({ line, text }) => ({ line, cells: [text] })));
  }
  return rows;
}
