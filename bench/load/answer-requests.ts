import jwt from '@fastify/jwt';
import Fastify from 'fastify';
import type { Database } from '../../core/database.ts';
import { JWT_SECRET } from '../school/bench-database.ts';
import type { PreparedRequest } from './load-generator.ts';

/** Tokens signed as the API signs them, for accounts that have no password. */
export async function tokenSigner(): Promise<(accountId: number) => string> {
  const signer = Fastify();
  await signer.register(jwt, {
    secret: JWT_SECRET,
    sign: { algorithm: 'HS256', expiresIn: '7d', iss: 'nho', aud: 'nho api' },
  });
  await signer.ready();
  return (accountId) => signer.jwt.sign({ sub: String(accountId), version: 0, jti: String(accountId) });
}

/** Answers of these students, `each` of them so many cards, student by student in turn. */
export async function answerRequests(
  { pool }: Database,
  students: number[],
  { each = 1, deckIds }: { each?: number; deckIds?: number[] } = {},
): Promise<PreparedRequest[]> {
  const sign = await tokenSigner();
  const { rows: cards } = await pool.query<{ id: number }>(
    'select id from cards where $1::integer[] is null or deck_id = any ($1) order by id',
    [deckIds],
  );
  const headers = students.map((student) => ({
    authorization: `Bearer ${sign(student)}`,
    'content-type': 'application/json',
  }));
  return Array.from({ length: students.length * each }, (_, index) => ({
    path: `/api/cards/${cards[index % cards.length]!.id}/progress`,
    headers: headers[index % students.length]!,
    body: JSON.stringify({
      status: index % 5 ? 2 : 0,
      time_spent: 3 + (index % 20),
      card_type: 'review',
      first_status: index % 5 ? 2 : 0,
      tries: 1,
      answered_at: Date.now(),
      // As the browser sends them: one in five is typed, one in ten asked from the back.
      typed: index % 5 === 1 ? 'right' : 'none',
      asked: index % 10 === 2 ? 'back' : 'front',
      think_ms: 1_000 + ((index * 37) % 9_000),
      mode: 'session',
    }),
  }));
}
