/**
 * Words for first passwords: Vietnamese ones that a child of ten knows, without their accents, so that they are typed as they
 * stand on any keyboard. None reads like a word that is rude, whatever accents one puts on it.
 */
export const PASSWORD_WORDS: readonly string[] = `
anh ao ba bac ban bang banh bao bap bat bay ben bep bi bien boi bon bong bun but cai cam cang canh
cao cap cat cau cay chan chanh chao chay che chen chi chia chieu chin chua chuoi co coc cong cot cua cuc
cui cuoc cuoi cuu dan dao dat dau day den dep dia diem dieu dinh do doi dong dua duong ech gach gao
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
