import { randomInt } from 'node:crypto';
import { searchedAs } from '../text/normal-form.ts';
import type { Account } from './account.entity.ts';

/**
 * Words for first passwords: Vietnamese ones that a child of ten knows. They have no accents, so that any keyboard
 * types them as they stand. None reads like a word that is rude, whatever accents one puts on it.
 */
export const PASSWORD_WORDS: readonly string[] = `
anh ao ba bac ban bang banh bao bap bat bay ben bep bi bien boi bon bong bun but cai cam cang canh
cao cap cat cau cay chan chanh chao chay che chen chi chia chieu chin chua chuoi co coc cong cot cua cuc
cui cuoc cuoi dan dao dat dau day den dep dia diem dieu dinh do doi dong dua duong ech gach gao
gau ghe giay gio gion giuong goc goi gung guong hac hai hanh hat he hien hinh hoa hong hue huou huyen
kem ken keo khan khe khoai khoe khoi kich kien kim la lac lan lang le leo lieu lua luoc ly mai mat mau
may meo mien mieng mit mo moi mot mua muc muoi muong muop na nai nam nang nau neo nep ngan ngay nghe
nghin ngoan ngoi ngong ngot ngua nha nhai nhan nhanh nhay nhe nhim nho noi non nui ong phep
phim pho phuong phut quat quynh quyt rang rau ro rua rung ruong sach sam san sang sao sat sen soc son
song sua suoi suong tam tao tat tau tet thang thep thia tho thom thong thu thung thuoc thuyen tich
tim tinh toi tom tra trang tranh tre troi tron trong tru trua truc truyen tu tuan tui tung tuoi tuyet
vang vay ve vien viet vit vo voi vong vui vung vuon vuong xanh xe xinh xoai xoi xuan yen
`
  .trim()
  .split(/\s+/);

const WORDS = 3;
/** Four figures: earlier versions gave three, and such a password is right only as it was given. */
const [NUMBER_MIN, NUMBER_MAX] = [1_000, 9_999];
const GIVEN = /^[a-z]+[1-9]\d{3}$/;

/** How many bits a first password has. */
export const FIRST_PASSWORD_BITS =
  WORDS * Math.log2(PASSWORD_WORDS.length) + Math.log2(NUMBER_MAX - NUMBER_MIN + 1);

/**
 * A password that can be read aloud, such as `meo-xanh-tre-4271`. It is good until its owner chooses another one. Typed as
 * it stands, with what parts its words, Telex and VNI leave it as it is.
 */
export function firstPassword(): string {
  const words = Array.from({ length: WORDS }, () => PASSWORD_WORDS[randomInt(PASSWORD_WORDS.length)]!);
  return [...words, randomInt(NUMBER_MIN, NUMBER_MAX + 1)].join('-');
}

/**
 * Returns what is hashed of a password that was given: its letters and figures. So capital letters, accents and what
 * stands between the words do not matter when it is typed. One comparison is enough. What is no such password stays as
 * it is.
 */
export function asGiven(typed: string): string {
  const plain = searchedAs(typed).replace(/[ -]/g, '');
  return GIVEN.test(plain) ? plain : typed;
}

/** Returns what is compared with an account's hash: forgiving only as long as its password is a given one. */
export const comparedWith = (account: Account, typed: string): string =>
  account.must_change_password ? asGiven(typed) : typed;

/** Hashes a password when its turn has come. */
export type Hash = (password: string) => Promise<string>;

/** How many of one call's hashes are waited for at once: others' logins come in between. */
const AT_ONCE = 3;

export interface FirstPassword {
  password: string;
  hash: string;
}

/** So many new passwords with their hashes. */
export async function firstPasswords(count: number, hash: Hash): Promise<FirstPassword[]> {
  const made: FirstPassword[] = [];
  const worker = async () => {
    while (made.length < count) {
      const one = { password: firstPassword(), hash: '' };
      made.push(one);
      one.hash = await hash(asGiven(one.password));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return made;
}
