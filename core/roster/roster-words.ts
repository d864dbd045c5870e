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
    ho chu lot va ten, hs, ho ten em, ho va ten em, ho ten thi sinh, ho va ten thi sinh, thi sinh, nom complet, nom et prenom,
    noms et prenoms, nom prenom, prenom et nom, prenom nom, eleve, nom de l eleve, nombre completo, nombre y apellidos, apellidos y nombre,
    apellidos y nombres, alumno, nome completo, nome e cognome, cognome e nome, aluno, vollstandiger name, vor und nachname,
    nachname vorname, name vorname, schuler, nama, nama lengkap, nama siswa, фио, ф и о, 姓名, 名字, 学生姓名, 學生姓名, 이름, 성명, 학생명,
    氏名, 名前, お名前, 生徒名, 生徒氏名, first name last name, last name first name, surname first name, ชื่อ นามสกุล, ชื่อ สกุล`,
  family: `ho, ho dem, ho va dem, ho ten dem, ho va ten dem, ho lot, ho va lot, ho chu lot, ho va chu lot, ho ten lot,
    ho va ten lot, ho chu dem, ho va chu dem, dem, ten dem, chu dem, lot, ten lot, chu lot, last name, lastname, last,
    family name, familyname, family, surname, middle name, middlename, middle, nom, nom de famille, apellido, apellidos,
    primer apellido, segundo apellido, sobrenome, cognome, nachname, familienname, фамилия, 姓, 姓氏, 성, นามสกุล`,
  given: `ten, first name, firstname, first, given name, givenname, given names, given, forename, prenom, prenoms, nombre,
    nombres, nome, vorname, vornamen, имя, 名, ชื่อ`,
  user_name: `user name, username, user, login, login name, user id, userid, ten dang nhap, tai khoan, ten tai khoan,
    ten nguoi dung`,
  email: `email, e mail, emails, mail, email address, e mail address, student email, user email, gmail, thu dien tu, dia chi email,
    dia chi thu dien tu, dia chi mail, hop thu, email hoc sinh, email hs, courriel, adresse e mail, adresse email, correo,
    correo electronico, e mail adresse, mailadresse, メール, メールアドレス, 邮箱, 电子邮件, 電子郵件, 이메일`,
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
  photo, doan vien, dang vien, khuyet tat, chinh sach, nghe nghiep, select, roles, groups, user action, title, location, tags, join time, leave time, duration, first join,
  last leave, participant id, rank, accuracy, total score, attendance, timestamp, dau thoi gian, thoi gian,
  vai tro, nhom lop, n, № , numero, num, ne e le, date de naissance, naissance, sexe, classe, remarque, remarques,
  telephone portable, nummer, lfd nr, geburtsdatum, geschlecht, klasse, bemerkung, fecha de nacimiento, sexo, curso, grupo, clase,
  numero de lista, data de nascimento, turma, data di nascita, kelas, jenis kelamin, nis, nisn, класс, отчество, дата рождения, пол,
  номер, 学号, 學號, 序号, 序號, 编号, 编号, 性别, 性別, 班级, 班級, 年级, 备注, 備註, 出生日期, 电话, 電話, 번호, 학번, 반, 학년, 성별,
  생년월일, 비고, 전화번호, 番号, 出席番号, 学籍番号, 学年, 組, クラス, 生年月日, 備考, 電話番号, フリガナ, ふりがな, カナ, よみがな, ลำดับ, เลขที่`;

const listOf = (names: string): ReadonlySet<string> => new Set(names.split(',').map(plainHead));
/** Columns that stand between the family name and the given one, wherever the list has them. */
const MIDDLE = listOf('dem, ten dem, chu dem, lot, ten lot, chu lot, middle name, middlename, middle');
export const isMiddle = (head: string): boolean => MIDDLE.has(plainHead(head));
/** Columns that count the rows. */
const NUMBERS = listOf(
  'stt, tt, so tt, so thu tu, no, nr, number, #, n, № , numero, num, 序号, 序號, 번호, 番号',
);
export const isNumberHead = (head: string): boolean => NUMBERS.has(plainHead(head));
/** Of somebody else: whose name or address it is, it is not the student's. */
const OF_OTHERS =
  /\b(cha|bo|me|ba|ong|phu huynh|giao vien|gv|gvcn|giam ho|parents?|mother|father|guardian|teacher|homeroom|contact|emergency)\b/;

const KNOWN = (Object.entries(HEADS) as [RosterColumn, string][]).map(
  ([column, names]) => [column, listOf(names)] as const,
);
const OTHERS = listOf(OTHER_HEADS);

/** A heading without accents, brackets and signs: “Họ & tên (in hoa):” is “ho ten”. */
export function plainHead(text: string): string {
  return searchedAs(text)
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}#№]+/gu, ' ')
    .trim();
}

/** Headings that are names without their marks: “Họ” and “Hồ”. */
const MARKED_HEADS = new Map(
  `họ, tên, đệm, lót, ảnh, tổ, mã, số, khối, tuổi, phái, giới, điểm, trường, lớp, năm sinh, tên đệm`
    .split(', ')
    .map((head) => [plainHead(head), head]),
);

/** Whether a word has other marks than the heading that it would be without them. */
function isOtherWord(head: string, cell: string): boolean {
  const marked = MARKED_HEADS.get(head);
  const own = comparedAs(cell)
    .replace(/[^\p{L}\p{M} ]+/gu, '')
    .trim();
  return marked !== undefined && (own !== head || head === 'anh') && own !== comparedAs(marked);
}

/** Returns what a heading says that its column holds; null of what is no matter here, undefined for what is no heading. */
export function headOf(cell: string): RosterColumn | null | undefined {
  const head = plainHead(cell);
  if (isOtherWord(head, cell)) return undefined;
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
  const known = filled
    .filter((cell, index) => index === 0 || !isRole(cell))
    .map(headOf)
    .filter((head) => head !== undefined);
  if (known.length * 2 < filled.length) return false;
  return known.some((head) => head === 'name' || head === 'given' || head === 'family') || known.length > 1;
}

/** Returns whether the cells stand under headings and part them further: “Họ đệm”, “Tên”, or the columns' numbers. */
export const isUnderHeads = (cells: readonly string[]): boolean => {
  const filled = cells.filter(Boolean);
  if (filled.length > 1 && filled.every((cell) => UNDER.test(searchedAs(cell)))) return true;
  // “Nguyễn Văn” beside “Trường” is a person, not a heading beside “School”.
  if (filled.some((cell) => headOf(cell) === undefined && beginsAsFamily(cell))) return false;
  return filled.filter((cell) => headOf(cell) !== undefined && !isRole(cell)).length * 2 >= filled.length;
};
/** `(1)`, `A`, and the two columns of a birthday in forms that part boys and girls. */
const UNDER = /^(?:\(?(?:\d{1,2}|[a-z])\)?|nam|nu)$/;

/** What the cells of a column are, as far as they show it themselves. */
export type CellKind =
  | 'number'
  | 'date'
  | 'sex'
  | 'role'
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
  ['sex', /^(?:nam|nu|male|female|[mfhw]|boy|girl|trai|gai|[男女мж])$/i],
  ['mark', /^[x✓✔v*+-]$/i],
  ['email', /^[^@\s]+@[^@\s]+$/],
  ['words', /^[^\d,;:/@]*\p{L}[^\d,;:/@]*$/u],
];

const wordsOf = (words: string): ReadonlySet<string> =>
  new Set(words.split(',').map((word) => searchedAs(word)));
/** What a program calls its members. */
const ROLES =
  wordsOf(`student, students, member, members, participant, guest, pupil, learner, hoc sinh, hoc vien, sinh vien,
  thanh vien, khach, nguoi tham gia`);
/** Whether a line says which part the person before it has, where several lines do so. */
export const isRole = (text: string): boolean => ROLES.has(searchedAs(text));

/** Capital letters are what parts a code from a word. */
const CODE = /^(?=[^a-z]*\d)[^a-z\s]{4,}$/;

export const cellKind = (cell: string): CellKind => {
  const plain = searchedAs(cell);
  if (ROLES.has(plain) || /^[남여]자?$/.test(cell)) return ROLES.has(plain) ? 'role' : 'sex';
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
  /^(lop|khoi|nhom|doi|day|hang|to|phong|class|grade|year|group|team|form|room|section|ban|khoa|mon|trang|page|dot|ca|tuan|week)\b\W*(so )?\d/,
  /^(lop|class)\W*[a-z]?\d/,
  /^(nam hoc|hoc k[iy]|nien khoa|school year|academic year|semester|term)\b.*\d/,
  /^(mau so|bieu mau|phu luc|don vi)\b/,
  /\b(19|20)\d\d ?[-/] ?(19|20)\d\d\b/,
  /^\d+ (hoc sinh|hoc vien|sinh vien|thanh vien|nguoi|ban|students?|members?|participants?|people|pupils?)$/,
];
/** Titles that are names without their marks: “trường” and “Trương”. */
const ABOVE_MARKED = /^(năm học|học k[ỳìi]|niên kh[óo]a|trường (?!\S+$))/;

/** What stands below lists: sums, the date and who signs. */
const BELOW = [
  /^(tong|cong|tong so|tong cong|si so|so luong|trong do|danh sach nay|total|sum|count)\b.*[:\d]/,
  /^(nam|nu|vang|co mat|boys|girls)\b.*\d/,
  // Of a bounded length between: a long line with many of the first word is read once.
  /\bngay\b.{0,60}\bthang\b/,
  /\b(giao vien|gvcn|gvbm|hieu truong|hieu pho|nguoi lap|ky ten|ky va ghi|ghi ro ho ten|xac nhan|to truong chuyen mon|ban giam hieu|bgh|chu nhiem|homeroom|headmaster|headmistress|head teacher|teachers?|principal|signature|signed)\b/,
];
/** Sums that are names without their marks: “tổng cộng” and “Tống Công”. */
const BELOW_MARKED =
  /^(thủ trưởng.*|tổng số|tổng cộng|cộng|sĩ số|trung bình|average|total|sum|count)( học sinh| hs| students?| pupils?)?$/;
const THE_END = /^[-–—*.\s]*(hết|the end|end of list)[-–—*.\s]*$/;

/** Words of addresses that are names without their marks: “xã” and “Xa”. */
const ADDRESS =
  /(^|[\s,])(thôn|xã|phường|quận|huyện|tỉnh|thị trấn|thành phố|đường|phố|số nhà|street|road|district)(\s|$)/;

/** Parents in a list of members, who are called by their child. */
const OF_SOMEBODY =
  /^(?:phụ huynh|ph (?:bé|cháu|em)|(?:bố|mẹ) \p{L}+|(?:má|ông|bà) (?:bé|cháu|em|của))(?=\s|$)/u;
/** What people write round a list that they send. */
const SPOKEN =
  /^(?:(?:kính )?chào|kính gửi|(?:em |con )?(?:xin )?cảm ơn|lưu ý|chú ý|ghi chú)(?=[\s,.:!]|$)|^(?:(?:trưởng|phó) nhóm|points possible)$/;

/** What stands on the pages of programs beside people: their buttons and states. */
const BUTTONS =
  wordsOf(`select all, chon tat ca, actions, hanh dong, more options, tuy chon, tuy chon khac, options, more, xem them, see more,
  show more, see all, xem tat ca, invite, invite students, moi hoc sinh, add, add member, add members, them thanh vien, add people, them nguoi,
  ket ban, add friend, friends, ban be, message, nhan tin, remove, mute, tat tieng, unmute, online, offline, active, inactive,
  active now, dang hoat dong, away, vang mat, busy, joined, invited, da moi, da tham gia, waiting, no groups, khong co nhom, never, search, tim kiem,
  sort by, sort by first name, sort by last name, sap xep theo ten, sap xep theo ho, people, moi nguoi, classmates, ban cung lop, ban hoc, owner,
  owners, chu so huu, admin, administrator, quan tri vien, nguoi kiem duyet, moderator, host, co host, organizer, nguoi to chuc, you, profile, trang ca nhan,
  unfollow, follow, theo doi, block, email, copy, sao chep, show profile, change roles, 全选, 全選, tout selectionner, seleccionar todo, alle auswahlen`);
/** Those that are names without their marks: “Chặn” and “Chấn”. */
const MARKED_BUTTONS = /^(?:mời|thêm|xóa|chặn)$/;
const OF_PROGRAM =
  /^(?:(?:thêm|mời|được thêm|đã được thêm) bởi|added by|invited by|joined |thành viên nhóm|thành viên \(|members? \(|members of|participants? \(|more options for|tùy chọn khác cho|select ')/;
/** “Tham gia 3 ngày trước”, “Active 2 hours ago” */
const AGO = /(?:trước|ago)$/;
/** Whether a text stands on a page beside people: a button, or what they do now. */
export const isButton = (text: string): boolean =>
  BUTTONS.has(searchedAs(text)) || MARKED_BUTTONS.test(comparedAs(text));
/** A name in a program: `@an.nguyen`. */
const HANDLE = /^@[\w.-]+$|^[\w.-]+#\d{3,5}$/;
export const isHandle = (text: string): boolean => HANDLE.test(text);

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
    isButton(text) ||
    OF_PROGRAM.test(marked) ||
    (AGO.test(marked) && /\d/.test(marked)) ||
    HANDLE.test(text) ||
    ['date', 'phone'].includes(cellKind(text)) ||
    plain.split(' ').length > WORDS_MAX;
  return isOther ? 'other' : undefined;
}

/** A mark or a number of the list before a name: `1.`, `(2)`, `03 -`, `•`. */
const AHEAD =
  /^(?:[-–—•▪◦·●○✓✔✗☐☑☒★+→➤►▶‣»>]\s+|\*+\s*|\p{Extended_Pictographic}\ufe0f?\s+)?(?:\[[ xX✓]?\]\s*|[a-z]\)\s+)?(?:(?:(?:stt|số)\s+)?[(#]?(\d{1,4})(?:\s*[.)/:–-]\s*\)?\s*(?=\p{L})|\)?\s+(?=\p{L})))?/iu;

/** Returns a name without what numbers it, and that number. */
export function withoutNumber(text: string): { name: string; number: number | null } {
  const ahead = AHEAD.exec(text);
  const number = ahead?.[1];
  return {
    name: text.slice(ahead?.[0].length ?? 0).trim(),
    number: number === undefined ? null : Number(number),
  };
}

const FAMILY_NAMES = new Set(
  `nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly trinh dinh doan mai lam luong ta truong cao chau
   luu ha thai to quach phung vuong tong la luc dao dam kieu hua tang mac nghiem bach thach khuu nong trieu ma lo chu`.split(
    /\s+/,
  ),
);
/** Whether the first word is a family name of many Vietnamese. */
export const beginsAsFamily = (text: string): boolean => FAMILY_NAMES.has(searchedAs(text).split(' ')[0]!);

const MIDDLE_NAMES = wordsOf(
  'van, thi, duc, huu, dinh, ba, quoc, ngoc, minh, thanh, xuan, cong, dang, kim, thuy, hoai, bao, gia, khanh, hong, hoang, phuong, tuan, quang',
);
/** Whether a word stands often between the family name and the given one. */
export const isMiddleName = (text: string): boolean => MIDDLE_NAMES.has(searchedAs(text));

const GIVEN_NAMES =
  wordsOf(`an, anh, bach, bao, bich, binh, cam, canh, chau, chi, chien, chinh, chuong, cong, cuc, cuong, dai, dan, dang, danh, dao, dat, diem,
  diep, dieu, dinh, doanh, dong, du, duc, dung, duong, duy, duyen, em, gia, giang, giao, ha, hai, han, hang, hanh, hao, hau, hien, hiep, hieu, hoa, hoai,
  hoan, hoang, hong, hung, huong, huy, huyen, khai, khang, khanh, khiem, khoa, khoi, khue, kien, kiet, kieu, kim, ky, lam, lan, lanh, le, lien, linh, loan,
  loc, loi, long, luan, luong, ly, mai, man, manh, mi, minh, my, nam, nga, ngan, nghi, nghia, ngoc, nguyen, nguyet, nha, nhan, nhat, nhi, nhien, nhu, nhung,
  ninh, oanh, phat, phi, phong, phu, phuc, phung, phuoc, phuong, quan, quang, que, quoc, quy, quyen, quynh, sang, son, suong, tai, tam, tan, thach, thai, thang, thanh,
  thao, thi, thien, thinh, tho, thoa, thong, thu, thuan, thuc, thuong, thuy, thy, tien, tin, tinh, to, toan, tra, trang, tri, trieu, trinh, trong, truc, trung, truong,
  tu, tuan, tung, tuyen, tuyet, uyen, van, vi, viet, vinh, vu, vuong, vy, xuan, y, yen`);
/** Whether a text begins with a small letter. */
export const isSmall = (text: string): boolean => /^\p{Ll}/u.test(text);

/** Whether a word is the last one of no name. */
export const isOnlyPart = (word: string): boolean => /^(?:thị|văn)$/.test(comparedAs(word));

/** Whether a text is a family name with a given one, as Vietnamese have them: “Trần Thị” is only a part. */
export const isWholeName = (text: string): boolean =>
  text.includes(' ') &&
  cellKind(text) === 'words' &&
  beginsAsFamily(text) &&
  !isOnlyPart(text.split(' ').at(-1)!);

/** Whether only the first word begins with a capital letter, as in a sentence. */
export function isSentence(text: string): boolean {
  const [first = '', ...rest] = text.split(' ');
  return rest.length > 0 && !isSmall(first) && rest.every(isSmall) && !beginsAsFamily(text);
}

/** Whether many Vietnamese are called so by their given name. */
export const isGivenName = (text: string): boolean => GIVEN_NAMES.has(searchedAs(text));
