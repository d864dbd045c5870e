import { setTimeout as pause } from 'node:timers/promises';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import { administers } from '../../core/contract/roles.ts';
import { ProductClient } from '../simulate/product-client.ts';

/** What a browser keeps of a person who is logged in. */
export type Login = Record<string, string>;

/** A class with everything on it that the screens show. */
export interface School {
  student: Login;
  teacher: Login;
  admin: Login;
  classId: number;
  deckId: number;
  /** Five thousand cards. */
  bigDeckId: number;
  examId: number;
}

export const ADMIN = { email: 'admin@example.org', password: 'a password for the speed' };
const PASSWORD = 'seven quiet herons';
const BIG_DECK_CARDS = 5_000;
const QUESTIONS = 20;
const ANSWERS = 12;
const OPTIONS = ['A', 'B', 'C', 'D'] as const;
const POLL_MS = 200;

export const loginOf = ({ token, role, user }: LoginAnswer): Login => ({
  [administers(role) ? 'admin_token' : 'token']: token,
  role,
  user_role: role,
  user_id: String(user.id),
  user_name: user.name,
  user_email: user.email ?? user.user_name ?? '',
  ...(user.must_change_password && { must_change_password: 'yes' }),
  ...(user.awaits_approval && { awaits_approval: 'yes' }),
});

/** Registers somebody; the login is what their browser would keep. */
export async function person(
  url: string,
  role: 'student' | 'teacher',
  name: string,
  email = `${role}@example.org`,
) {
  const client = new ProductClient(url);
  const answer = await client.call('POST /api/register', {
    body: {
      name,
      email,
      password: PASSWORD,
      password_confirmation: PASSWORD,
      role,
      time_zone: 'Asia/Ho_Chi_Minh',
    },
  });
  client.logIn(answer);
  return { client, id: answer.user.id, login: loginOf(answer) };
}

/** Imports a deck as the administrator does; resolves with its id once it is there. */
async function importDeck(url: string, admin: ProductClient, token: string, cards: number): Promise<number> {
  const list = Array.from({ length: cards }, (_, index) => ({
    id: `word-${index}`,
    front: `word ${index}`,
    back: `từ số ${index}`,
    example_sentence: `Đây là câu ví dụ số ${index}, dài như thường thấy.`,
    definition: `What word ${index} means, in a sentence of the usual length.`,
  }));
  const form = new FormData();
  form.set('title', 'Năm nghìn từ');
  form.set('is_official', '1');
  form.set('official_button_label', 'Bắt đầu');
  form.set('json_file', new Blob([JSON.stringify({ cards: list })]), 'deck.json');
  const response = await fetch(`${url}/api/admin/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (response.status !== 202) throw new Error(`The import was refused: ${await response.text()}`);
  const { data } = (await response.json()) as { data: { id: number } };
  for (;;) {
    const { data: run } = await admin.call('GET /api/admin/imports/:importId', {
      params: { importId: data.id },
    });
    if (run.status === 'completed' && run.deck_id !== null) return run.deck_id;
    if (run.status === 'failed') throw new Error(`The import failed: ${run.failure?.message}`);
    await pause(POLL_MS);
  }
}

/** Answers some cards as known; resolves once every projection has them. */
async function study(student: ProductClient, deckId: number): Promise<void> {
  const { data: cards } = await student.call('GET /api/decks/:deckId/cards/set', {
    params: { deckId },
    query: { limit: ANSWERS },
  });
  for (const { id } of cards) {
    const body = { status: 2, time_spent: 3, card_type: 'new' } as const;
    const { data } = await student.call('POST /api/cards/:cardId/progress', { params: { cardId: id }, body });
    student.wrote(data.position);
  }
  await student.call('GET /api/decks/:deckId/stats', { params: { deckId } });
}

const examBody = () => ({
  title: 'Kiểm tra giữa học kỳ một',
  duration_minutes: 45,
  main_content_type: 'text' as const,
  main_text: 'Lan goes to school by bike. It is blue, and a little too big for her. '.repeat(12),
  is_hidden: false,
  questions: Array.from({ length: QUESTIONS }, (_, index) => ({
    question_text: `Question ${index + 1}: what colour is the bike?`,
    option_a: 'It is blue.',
    option_b: 'It is green.',
    option_c: 'It is red.',
    option_d: 'Nobody knows.',
    correct_option: OPTIONS[index % OPTIONS.length]!,
  })),
});

/** Fills an empty product by its own calls: a teacher, a class, a student who has studied, an exam, a big deck. */
export async function openSchool(url: string): Promise<School> {
  const adminClient = new ProductClient(url);
  const adminAnswer = await adminClient.call('POST /api/admin/login', { body: ADMIN });
  adminClient.logIn(adminAnswer);
  // Asked once, before the administrator's pages.
  await adminClient.call('POST /api/admin/entry', { body: { entry: 'open' } });
  const bigDeckId = await importDeck(url, adminClient, adminAnswer.token, BIG_DECK_CARDS);
  const teacher = await person(url, 'teacher', 'Cô Phạm Thị Hoa');
  const student = await person(url, 'student', 'Nguyễn Thị Thanh Phương');
  const { data: decks } = await teacher.client.call('GET /api/official-decks');
  const { id: deckId } = decks.find(({ id }) => id !== bigDeckId)!;
  const { data: made } = await teacher.client.call('POST /api/classes', {
    body: { name: 'Lớp 10A1', deck_id: deckId },
  });
  const params = { classId: made.id };
  await student.client.call('POST /api/classes/:classId/join', { params });
  await teacher.client.call('POST /api/classes/:classId/approve/:studentId', {
    params: { ...params, studentId: student.id },
  });
  const { data: exam } = await teacher.client.call('POST /api/exams', { body: examBody() });
  await teacher.client.call('POST /api/exams/:examId/classes', {
    params: { examId: exam.id },
    body: { class_ids: [made.id] },
  });
  // Begun: one that is not asks first, which is not what takes long.
  await student.client.call('GET /api/exams/:examId', { params: { examId: exam.id } });
  await study(student.client, deckId);
  return {
    student: student.login,
    teacher: teacher.login,
    admin: loginOf(adminAnswer),
    classId: made.id,
    deckId,
    bigDeckId,
    examId: exam.id,
  };
}
