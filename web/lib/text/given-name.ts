/** The family names that nearly all Vietnamese bear, without their accents. */
const FAMILY_NAMES = new Set(
  (
    'an au bach banh bui cao chau che chu chung cu cung dam dang dao dau dien diep dinh do doan doi dong du ' +
    'duong ha ho hoang hua huynh khuat khuc kieu kim la lai lam le lo luc luong luu ly ma mac mach mai nghiem ' +
    'ngo ngoc nguy nguyen nham ninh nong ong pham phan phi pho phu phung quach quan si ta tang than thach thai ' +
    'thi thieu tieu to ton tong tran trang trieu trinh truong tu van vi vien vo vu vuong'
  ).split(' '),
);

/** What stands before a name and is none of it. */
const TITLES = new Set(['co', 'thay', 'mr', 'mrs', 'ms', 'miss', 'dr']);

/** Middle names that are no part of a given name. */
const MIDDLE_NAMES = new Set(['thi', 'van']);

/** Given names that are pronouns as well: alone they would address somebody else. */
const PRONOUNS = new Set(['anh', 'em', 'chi', 'ong', 'ba', 'co', 'chu', 'bac', 'cau']);

/**
 * Returns the name by which somebody is greeted. A Vietnamese name begins with the family's and ends with the given
 * one. In a long name that has two words. Any other name begins with the given one.
 */
export function givenName(name: string): string {
  const all = name.trim().split(/\s+/);
  // Of names as they are kept: the table of normal forms would be in the script of every page.
  const plain = (word: string) =>
    word
      .normalize('NFD')
      .replace(/[\u0300-\u036f.]/g, '')
      .toLowerCase()
      .replaceAll('đ', 'd');
  const words = all.length > 1 && TITLES.has(plain(all[0]!)) ? all.slice(1) : all;
  const [first = '', last = first] = [words[0], words.at(-1)];
  const isVietnamese = FAMILY_NAMES.has(plain(first)) || /[^\p{ASCII}\p{P}]/u.test(name);
  if (!isVietnamese) return first;
  const before = words.at(-2);
  const isLong = words.length > 3 || PRONOUNS.has(plain(last));
  return before && isLong && !MIDDLE_NAMES.has(plain(before)) ? `${before} ${last}` : last;
}

/** Returns the letter that stands for a person: of the given name, which Vietnamese names have last. */
export const initialOf = (name: string): string => name.trim().split(/\s+/).at(-1)?.[0]?.toUpperCase() ?? '';
