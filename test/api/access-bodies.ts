import { randomUUID } from 'node:crypto';
import { examBody } from '../exam/given-exams.ts';

export const long = { password: 'long enough', password_confirmation: 'long enough' };
export const newPassword = { new_password: 'long enough', new_password_confirmation: 'long enough' };
export const registration = () => ({
  name: 'x',
  email: `${randomUUID()}@example.org`,
  role: 'student',
  ...long,
});
export const wrongPassword = () => ({ current_password: 'not this', ...newPassword });
export const notThis = () => ({ password: 'not this' });
export const anAddress = () => ({ email: `${randomUUID()}@example.org`, current_password: 'not this' });
export const wrongLink = () => ({ token: 'none of ours', ...newPassword });
export const schoolCode = () => ({ code: 'x'.repeat(43) });
export const newDeck = () => ({ title: 'x' });
export const newCard = () => ({ front: 'x', back: 'x' });
export const manyCards = () => ({ key: randomUUID(), cards: [newCard()] });
export const settings = () => ({ new_cards_per_day: 1, max_cards_per_day: 10 });
export const answer = () => ({ status: 2, time_spent: 1 });
export const answers = () => ({ answers: {} });
export const progress = () => ({ version: 0, skipped: [], ...answers() });
export const aReport = () => ({ reason: 'spelling', note: '' });
export const mended = () => ({ answer: 'mended' });
export const aside = () => ({ aside: null });
export const alt = () => ({ alt: 'x' });
export const name = () => ({ name: 'x' });
export const title = () => ({ title: 'x' });
export const classOf = (deck: { id: number }) => () => ({ name: '10A', deck_id: deck.id });
export const columns = () => ({ columns: { front: 'a', back: 'b' } });
export const leftOut = () => ({ is_left_out: true });
export const noEmail = () => ({ email: null });
export const changedExam = () => ({ ...examBody('AB'), _method: 'PATCH' });
export const neverDeleted = () => ({ delete_unseen_years: null, delete_disabled_months: null });
