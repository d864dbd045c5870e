import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Test } from 'tap';
import { startBrowserTest } from '../browser/harness/browser-harness.ts';
import { newClass } from '../browser/people/class-in-browser.ts';
import { makeAccount } from '../browser/people/person.ts';
import { becomes } from '../harness/becomes.ts';
import { until } from '../harness/until.ts';
import { type Engine, placeOf, type SeenRole } from './engine.ts';
import { openLine } from './line.ts';

const SCREENSHOTS = '.tap/engines';
const WORDS = { cat: 'mèo', dog: 'chó', cow: 'bò', duck: 'vịt', goat: 'dê' };
const FRONTS = Object.keys(WORDS) as (keyof typeof WORDS)[];

/** Keeps what the page complains about, from page to page. */
const LISTEN = `
  const keep = (said) => sessionStorage.setItem('said', (sessionStorage.getItem('said') ?? '') + said + '\\n');
  if (!window.isHeard) {
    window.isHeard = true;
    addEventListener('error', (event) => keep(event.message));
    addEventListener('unhandledrejection', (event) => keep(String(event.reason)));
  }
`;

/** What a pupil does with a browser of this engine. */
function pupilWith(t: Test, name: string, engine: Engine, home: string) {
  let pictures = 0;
  async function picture(what: string): Promise<void> {
    await mkdir(SCREENSHOTS, { recursive: true });
    await writeFile(`${SCREENSHOTS}/${name}-${++pictures}-${what}.png`, await engine.screenshot());
  }
  const seen = (role: SeenRole, wanted: string) =>
    until(async () => (await placeOf(engine, role, wanted)) !== null, `${role} ${wanted}`).catch(
      async (error) => {
        await picture('in-vain');
        throw error;
      },
    );
  return {
    seen,
    async go(path: string) {
      await engine.open(`${home}${path}`);
      await engine.run(LISTEN);
    },
    async press(role: SeenRole, wanted: string) {
      await seen(role, wanted);
      // A driver may lose a press. One that the page has heard is not made again.
      await until(async () => {
        await engine.run(`addEventListener('click', () => { window.isPressed = true; }, { capture: true, once: true });
          window.isPressed = false;`);
        const place = await placeOf(engine, role, wanted);
        if (!place) return false;
        await engine.press(...place);
        return (await engine.run('return window.isPressed')) !== false;
      }, `${role} ${wanted} is pressed`);
    },
    async fill(wanted: string, text: string) {
      await this.press('field', wanted);
      await engine.type(text);
    },
    path: () => engine.run<string>('return location.pathname'),
    /** Nothing has to be scrolled sideways, and no picture is missing. */
    async look(what: string) {
      await picture(what);
      const looks = await engine.run<{ fits: boolean; broken: string[] }>(`return {
        fits: document.documentElement.scrollWidth <= innerWidth,
        broken: [...document.images].filter((one) => one.complete && one.naturalWidth === 0).map(({ src }) => src),
      }`);
      t.same(looks, { fits: true, broken: [] }, what);
    },
  };
}

/** Registers, studies with typed answers, goes on without a network and comes back, plays, and takes an exam. */
export async function mainJourney(t: Test, name: string, open: () => Promise<Engine>): Promise<void> {
  const app = await startBrowserTest(t);
  const teacher = await makeAccount(app, 'teacher');
  const deckId = await teacher.deck(
    'Con vật',
    FRONTS.map((front) => ({ front, back: WORDS[front] })),
  );
  const { id: classId } = await newClass(teacher, '6A2', deckId);
  const options = { option_a: 'mèo', option_b: 'chó', option_c: 'bò', option_d: 'dê' };
  const { id: examId } = await teacher.call('POST /api/exams', {
    body: {
      title: 'Kiểm tra 15 phút',
      duration_minutes: 15,
      is_hidden: false,
      main_content_type: 'none',
      questions: [
        { question_text: 'cat', ...options, correct_option: 'A' },
        { question_text: 'cow', ...options, correct_option: 'C' },
      ],
    },
  });
  await teacher.call('POST /api/exams/:examId/classes', {
    params: { examId },
    body: { class_ids: [classId] },
  });

  const line = await openLine(app.baseUrl);
  t.teardown(line.close);
  const engine = await open();
  t.teardown(engine.close);
  const pupil = pupilWith(t, name, engine, line.url);
  const { go, seen, press, look } = pupil;
  const email = `${randomUUID()}@example.org`;

  await t.test('a pupil registers', async () => {
    await go('/');
    await engine.run(`localStorage.setItem('userLanguage', 'vi')`);
    await go('/');
    await seen('link', '^Thử ngay năm thẻ');
    await look('first-page');
    await go('/register');
    await press('radio', '^Học sinh');
    await pupil.fill('^Tên của bạn', 'Nguyen Minh Anh');
    await pupil.fill('^Email', email);
    await pupil.fill('^Mật khẩu', 'dua hau nhay day');
    await pupil.fill('^Nhập lại mật khẩu', 'dua hau nhay day');
    await look('registration');
    await press('button', '^Tạo tài khoản của tôi');
    await becomes(t, pupil.path, '/student');
    await seen('text', '^Chào');
    await look('newcomer');
  });

  const { rows } = await app.db.query<{ id: number }>('select id from users where email = $1', [email]);
  const studentId = rows[0]!.id;
  await app.db.query(
    `insert into class_members (class_id, student_id, status, joined_at) values ($1, $2, 'approved', now())`,
    [classId, studentId],
  );
  const answers = async () => {
    const { rows: logged } = await app.db.query<{ front: string; rating: number; typed: string | null }>(
      `select c.front, (e.data ->> 'rating')::integer as rating, e.data ->> 'typed' as typed
       from events e join cards c on c.id = (e.data ->> 'card_id')::integer
       where e.student_id = $1 and e.type = 'CardReviewed' order by e.position`,
      [studentId],
    );
    return logged.map(({ front, rating, typed }) => `${front} ${rating} ${typed ?? 'turned'}`);
  };

  await t.test('studies, without a network as well', async () => {
    await go(`/learn/${deckId}`);
    await pupil.fill('^Gõ đáp án', 'mèo');
    await seen('text', '^Chính xác!');
    await look('right');
    await engine.key('Enter');
    await seen('text', '^dog$');
    await pupil.fill('^Gõ đáp án', 'con voi');
    await engine.key('Enter');
    await seen('text', '^Chưa đúng');
    await look('wrong');
    await press('button', '^Tiếp tục');
    await seen('text', '^cow$');
    await press('button', '^Lật thẻ');
    await seen('button', '^Chắc chắn');
    await look('turned');
    await engine.key('3');
    await seen('text', '^duck$');
    await becomes(t, answers, ['cat 2 right', 'cow 2 turned'], 'what was answered has arrived');

    line.cut();
    await pupil.fill('^Gõ đáp án', 'vịt');
    await press('button', '^Tiếp tục');
    await seen('text', '^goat$');
    await seen('text', '^\\d câu trả lời đang chờ mạng$');
    await look('without-network');
    await press('button', '^Lật thẻ');
    await press('button', '^Chắc chắn');
    await seen('text', '^dog$');
    line.mend();
    await press('button', '^Lật thẻ');
    await press('button', '^Chắc chắn');
    await seen('text', '^Chúc mừng');
    const all = ['cat 2 right', 'cow 2 turned', 'duck 2 right', 'goat 2 turned', 'dog 2 turned'];
    await becomes(t, answers, all, 'each answer is there once');
    await seen('text', '^Đã lưu mọi câu trả lời$');
    await look('end');
  });

  await t.test('plays', async () => {
    await press('link', '^Chơi ghép cặp');
    await seen('text', '^Còn 5 cặp$');
    await look('pairs');
    for (const front of FRONTS) {
      await press('button', `^${front}$`);
      await press('button', `^${WORDS[front]}$`);
    }
    await seen('text', '^Xong trong [\\d,]+ giây!$');
    await look('found');
  });

  await t.test('takes an exam', async () => {
    await go(`/exam/${examId}`);
    await press('button', '^Bắt đầu làm');
    await press('radio', '^A\\. mèo');
    await seen('text', '^Đã lưu lúc ');
    await look('exam');
    await press('button', '^Nộp bài');
    await seen('text', '^1 câu chưa trả lời');
    await press('button', '^Nộp bài$');
    await seen('text', '^Kết quả của bạn$');
    // Not only there, but in sight.
    await becomes(
      t,
      () =>
        engine.run<boolean>(`
          const heading = [...document.querySelectorAll('h2')].find((one) => one.textContent === 'Kết quả của bạn');
          const { top, bottom } = heading?.getBoundingClientRect() ?? {};
          return top >= 0 && bottom <= innerHeight;`),
      true,
    );
    await look('result');
  });

  t.equal(await engine.run(`return sessionStorage.getItem('said') ?? ''`), '', 'no page complained');
}
