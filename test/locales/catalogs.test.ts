import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { makeConfig } from '@lingui/conf';
import t from 'tap';
import settings from '../../lingui.config.ts';
import { failureText, noticeText } from '../../web/lib/call/notice-text.ts';
import { readSource } from '../repository/module-graph.ts';
import { readPoCatalog } from './po-catalog.ts';

const english = readPoCatalog('en');
const vietnamese = readPoCatalog('vi');

const placeholders = (text: string) => [...new Set(text.match(/\{\w+(?=[,}])|<\/?\w+\/?>/g))].sort();

t.test('LNG-01 every text has a Vietnamese translation', async (t) => {
  t.ok(english.size > 100, 'the catalog was read');
  t.same([...vietnamese.keys()], [...english.keys()], 'both catalogs hold the same texts');
  t.same(
    [...vietnamese].filter(([, text]) => text === '').map(([id]) => id),
    [],
  );
});

t.test('LNG-01 a translation has the placeholders and the markup of its text', async (t) => {
  for (const [id, text] of vietnamese) t.same(placeholders(text), placeholders(id), id);
});

t.test('LNG-10 the notices of these screens have a text in both languages', async (t) => {
  for (const [name, { message = '' }] of Object.entries({ ...noticeText, ...failureText }))
    t.ok(vietnamese.get(message), name);
  t.equal(noticeText.login.message, 'Logged in successfully!', 'ACC-14');
  t.match(noticeText, { register: {}, passwordChanged: {} }, 'ERR-37');
  for (const [file, text, requirement] of [
    ['app/router.tsx', "You don't have permission to access the admin area", 'NAV-20'],
    ['account/entry/login-form.tsx', 'Failed to login: {message}', 'ERR-02'],
    ['account/entry/use-log-out.ts', 'You are logged out. See you soon!', 'ERR-37'],
    ['ui/feedback/use-refresh.ts', 'Everything is up to date.', 'ERR-37'],
  ] as const) {
    t.match(readSource(`web/${file}`), text, requirement);
    t.ok(vietnamese.get(text), requirement);
  }
});

t.test(
  'LRN-21 LRN-36 HOM-01 HOM-12 ERR-43 SL-105 (document 2 §2, §8) what is prescribed is called so',
  async (t) => {
    for (const [file, text, inVietnamese] of [
      ['learning/card/rating-buttons.tsx', 'Unknown', 'Chưa biết'],
      ['learning/card/rating-buttons.tsx', 'Revealed', 'Xem mới nhớ'],
      ['learning/card/rating-buttons.tsx', 'Confident', 'Chắc chắn'],
      ['learning/own/card-history.modal.tsx', 'Revealed', 'Xem mới nhớ'],
      ['app/shell/keys.modal.tsx', 'Revealed', 'Xem mới nhớ'],
      ['desk/public/home.page.tsx', 'Unknown', 'Chưa biết'],
      ['learning/screen/completion.tsx', "Relearn Today's Session", 'Học lại buổi hôm nay'],
      ['learning/screen/what-comes.tsx', 'End Session', 'Kết thúc buổi học'],
      ['learning/learning-text.ts', 'Failed to fetch cards: {message}', 'Không tải được thẻ: {message}'],
      ['desk/public/home.page.tsx', 'Get Started', 'Bắt đầu ngay'],
      ['desk/public/home.page.tsx', 'Log In', 'Đăng nhập'],
      ['app/shell/layout.tsx', 'Log In', 'Đăng nhập'],
      ['desk/public/home.page.tsx', 'Start Learning', 'Bắt đầu học'],
    ] as const) {
      t.ok(new RegExp(`[\`'>]${text}[\`'<]`).test(readSource(`web/${file}`)), `${text} in ${file}`);
      t.equal(vietnamese.get(text), inVietnamese);
    }
  },
);

const texts = [...readPoCatalog('vi')];

t.test('LNG-11 no Vietnamese text has another word for a thing than the one it is called by', async (t) => {
  const [, section = ''] = readSource('docs/design.md').split('\n## Words in Vietnamese\n');
  const never = [...section.matchAll(/^\| (?!thing|---).+ \| (.+) \|$/gm)].flatMap(([, words]) =>
    (words as string).split(', '),
  );
  t.ok(never.includes('bàn giáo viên'), 'the table was read');
  const found = never.flatMap((word) => {
    const pattern = new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu');
    return texts.filter(([, text]) => pattern.test(text)).map(([id, text]) => ({ word, id, text }));
  });
  t.same(found, []);
});

/** Texts that were mended since they say something else than what is meant, or nothing to a reader of Vietnamese. */
const MENDED = [
  'Bài kiểm tra sẽ biến mất khỏi tất cả các lớp và kết quả của học sinh cũng bị xóa.',
  'Bàn giáo viên',
  'Bàn làm việc của bạn',
  'Bỏ bộ thẻ',
  'Bỏ chính thức',
  'Bỏ chính thức: {0}',
  'Bỏ các tệp đã tải lên cho “{title}”?',
  'Bỏ các tệp',
  'Bỏ phần chưa lưu?',
  'Bỏ phần này',
  'Bỏ ra',
  'Bỏ ra: {0}',
  'Bỏ “{0}” ra khỏi lớp?',
  'Bỏ “{title}” khỏi các bộ thẻ chính thức?',
  'Chấm câu gõ nhẹ tay',
  'Chỉ trên thiết bị này, tốc độ cũng vậy.',
  'Chưa nhớ',
  'Chọn xem cột nào là gì. Cần có mặt trước và mặt sau.',
  'Các tệp trông thế nào',
  'Các tệp đã đến nơi và đang được kiểm tra.',
  'Dữ liệu của bạn đang được gom lại. Bạn có thể rời trang này trong lúc chờ.',
  'Dữ liệu của bạn đang được gom rồi',
  'Hiện mặt sau của thẻ trước',
  'Học một thẻ là chuỗi bắt đầu.',
  'Hơi quên',
  'Khi hết giờ, máy chủ tự nộp những gì đã được lưu.',
  'Không còn bài nào chưa nộp.',
  'Không có gì vướng. Chưa có gì bị thay đổi.',
  'Một bộ thẻ tuyệt vời để bắt đầu hành trình học tập của bạn.',
  'Nhập',
  'Nhớ rõ',
  'Những động từ bạn cần nhất, mỗi từ kèm một ví dụ ngắn trong đời sống. Một nơi tốt để bắt đầu.',
  'Nộp muộn nhất trước',
  'Nộp sớm nhất trước',
  'Rời lớp “{name}”?',
  'Số giây trễ',
  'Thẻ sai sẽ hiện lại cho đến khi bạn thuộc từng thẻ một lần. Không có gì được tính: lịch ôn của bạn giữ nguyên.',
  'Trong lúc đó bài này đã được làm ở cửa sổ hoặc thiết bị khác',
  'Trễ {late}',
  'Tìm hết trong {0} giây',
  'Từng thẻ với bạn đang ra sao. Những gì bạn ghi ở đây không ai khác thấy.',
  'Tự phát âm từng thẻ',
  'Yêu cầu không đến kịp lúc',
  '{class_count, plural, other {# lớp đang học bộ thẻ này. Bộ thẻ sẽ biến mất khỏi các lớp đó, cùng với tiến độ của học sinh.}}',
  '{class_count, plural, other {# lớp đang học bộ thẻ này. Ở đó nó sẽ biến mất, cùng tiến độ của học sinh, cho đến khi bạn lấy lại.}}',
  '{overdue} thẻ đến hạn đã chờ từ trước hôm nay.',
  '{silent_count, plural, other {# em đã nghỉ cả tuần}}',
  'Ít nhất gấp 10 lần số thẻ mới: những gì bạn học hôm nay sẽ quay lại vào những ngày sau.',
  'Đang ngoại tuyến · số liệu lúc {of}',
  'Đang ngoại tuyến',
  'Điều đã thuộc thì thưa, điều chưa thuộc thì dày: mỗi thẻ có nhịp riêng của nó.',
  'Ảnh cho thấy gì',
  'Số hoặc mã của lớp',
  'Giáo viên cho bạn biết một trong hai.',
  'Số lớp chỉ gồm chữ số, ví dụ 12; mã lớp gồm sáu chữ cái, ví dụ KMT RWB.',
];

t.test('LNG-11 no text is again as it was before it was mended', async (t) => {
  t.same(
    texts.filter(([, text]) => MENDED.includes(text)).map(([, text]) => text),
    [],
  );
});

t.test('LNG-07 a text that has no Vietnamese yet shows in English', async (t) => {
  const text = (vietnamese: string): string => `msgid "Reveal"\nmsgstr "${vietnamese}"\n`;
  const folder = t.testdir({ 'en.po': text('Reveal') });
  const config = makeConfig({
    ...settings,
    rootDir: folder,
    catalogs: [{ path: join(folder, '{locale}'), include: [] }],
  });
  const shown = async (vietnamese: string): Promise<unknown> => {
    writeFileSync(join(folder, 'vi.po'), text(vietnamese));
    const [catalog] = await getCatalogs(config);
    const { messages } = await catalog!.getTranslations('vi', {
      fallbackLocales: config.fallbackLocales ?? {},
      sourceLocale: config.sourceLocale ?? '',
    });
    return Object.values(messages);
  };
  t.same(await shown('Lật thẻ'), ['Lật thẻ']);
  t.same(await shown(''), ['Reveal']);
});
