import { randomUUID } from 'node:crypto';
import type { TestApi } from '../harness/api-harness.ts';

/** The statuses that callers get, in the order of `CALLERS`. */
export type Statuses = [
  none: number,
  outsider: number,
  member: number,
  other: number,
  owner: number,
  admin: number,
];
/** A call of the table, and what it answers whom. */
export interface Call {
  /** One that makes something anew for each call stands for what is gone, or there, after a call. */
  path: string | (() => Promise<string>);
  body?: () => object;
  statuses: Statuses;
  /** Answers without end. */
  isStream?: true;
  /** Answers with a file, not in our envelope. */
  isFile?: true;
}

export const at = (
  statuses: Statuses,
  path: Call['path'],
  body?: Call['body'],
  more: Pick<Call, 'isFile' | 'isStream'> = {},
): Call => ({ path, statuses, ...(body && { body }), ...more });

export const EVERYBODY: Statuses = [200, 200, 200, 200, 200, 200];
export const LOGGED_IN: Statuses = [401, 200, 200, 200, 200, 200];
export const STUDENTS: Statuses = [401, 200, 200, 403, 403, 403];
export const MEMBERS: Statuses = [401, 403, 200, 403, 403, 403];
export const OWNER: Statuses = [401, 403, 403, 403, 200, 403];
export const OWNER_MAKES: Statuses = [401, 403, 403, 403, 201, 403];
export const TEACHERS_MAKE: Statuses = [401, 403, 403, 201, 201, 403];
/** Where the school lets students make decks. */
export const AUTHORS_MAKE: Statuses = [401, 201, 201, 201, 201, 403];
export const TEACHERS: Statuses = [401, 403, 403, 200, 200, 403];
export const TEACHERS_AND_ADMIN: Statuses = [401, 403, 403, 200, 200, 200];
export const CLASS: Statuses = [401, 403, 200, 403, 200, 403];
export const OWNER_AND_ADMIN: Statuses = [401, 403, 403, 403, 200, 200];
export const CLASS_AND_ADMIN: Statuses = [401, 403, 200, 403, 200, 200];
export const NOBODY: Statuses = [401, 403, 403, 403, 403, 403];
export const ADMIN: Statuses = [401, 403, 403, 403, 403, 200];
/** By way of a deck of one's own to another's card. */
export const BY_WAY_OF_OTHERS: Statuses = [401, 403, 403, 404, 403, 403];

// What the calls of the table are made with, anew for each.

export const registration = () => ({
  name: 'x',
  email: `${randomUUID()}@example.org`,
  password: 'long enough',
  password_confirmation: 'long enough',
  role: 'student',
});
export const wrongPassword = () => ({
  current_password: 'not this',
  new_password: 'long enough',
  new_password_confirmation: 'long enough',
});
export const anAddress = () => ({ email: `${randomUUID()}@example.org`, current_password: 'not this' });
export const aReport = () => ({ reason: 'spelling', note: '' });
export const wrongLink = () => ({
  token: 'none of ours',
  new_password: 'long enough',
  new_password_confirmation: 'long enough',
});
export const settings = () => ({ new_cards_per_day: 1, max_cards_per_day: 10 });
export const newDeck = () => ({ title: 'x' });
export const newCard = () => ({ front: 'x', back: 'x' });
export const answer = () => ({ status: 2, time_spent: 1 });
export const parts = () => ({ requests: [{ method: 'GET', url: '/api/site-settings' }] });

export const codeTimes = () => ({
  ends_at: new Date(Date.now() + 86_400_000).toISOString(),
  open_until: null,
});

export const list = () => ({ key: randomUUID(), rows: [{ name: 'An', user_name: null, email: null }] });

/** What a waiting import was asked for. */
export const IMPORT = {
  title: 'x',
  description: null,
  is_official: false,
  official_button_label: null,
  remove_missing: false,
};

/** Calls of one's own account. A session that has ended is nobody's. */
export const OWN_ACCOUNT: Record<string, Call[]> = {
  'GET /api/me': [at(LOGGED_IN, '/api/me')],
  'PATCH /api/me': [at(LOGGED_IN, '/api/me', () => ({ letter_keys: true }))],
  'GET /api/me/sessions': [at(LOGGED_IN, '/api/me/sessions')],
  'DELETE /api/me/sessions/:sessionId': [at([401, 404, 404, 404, 404, 404], '/api/me/sessions/2000000000')],
  'POST /api/me/sessions/end-others': [at(LOGGED_IN, '/api/me/sessions/end-others')],
};

/** After which the caller's token is no longer good. */
export const ENDS_TOKEN = ['/api/logout', '/api/me/sessions/end-others'];

/** A token that is good, whatever was ended before. */
export async function freshToken(api: TestApi, id: number): Promise<string> {
  const { rows } = await api.pool.query('select token_version from users where id = $1', [id]);
  return api.app.issueToken({ id, tokenVersion: rows[0].token_version, role: 'student' });
}
/** Without a mail server nothing of it works, for anybody. */
export const EMAIL_CALLS: Record<string, Call[]> = {
  'POST /api/forgotten-password': [at([409, 409, 409, 409, 409, 409], '/api/forgotten-password', anAddress)],
  'POST /api/new-password': [at([409, 409, 409, 409, 409, 409], '/api/new-password', wrongLink)],
  'POST /api/confirm-email': [at([409, 409, 409, 409, 409, 409], '/api/confirm-email', wrongLink)],
};

const schoolCode = () => ({ code: 'x'.repeat(43) });
const NOWHERE: Statuses = [404, 404, 404, 404, 404, 404];
const LOGGED_IN_NOWHERE: Statuses = [401, 404, 404, 404, 404, 404];

/** Where the school has no login of its own, there is nothing, for whom it would be open. */
export const schoolLoginCalls: Record<string, Call[]> = {
  'POST /api/login/school/begin': [at(NOWHERE, '/api/login/school/begin', () => ({}))],
  'GET /api/login/school/callback': [at(NOWHERE, '/api/login/school/callback?state=x')],
  'POST /api/login/school': [at(NOWHERE, '/api/login/school', schoolCode)],
  'GET /api/me/school-login': [at(LOGGED_IN_NOWHERE, '/api/me/school-login')],
  'POST /api/me/school-login/begin': [
    at(LOGGED_IN_NOWHERE, '/api/me/school-login/begin', () => ({ password: 'not this' })),
  ],
  'POST /api/me/school-login/confirm': [at(LOGGED_IN_NOWHERE, '/api/me/school-login/confirm')],
  'POST /api/me/deletion/by-school': [at(LOGGED_IN_NOWHERE, '/api/me/deletion/by-school', schoolCode)],
  'POST /api/me/school-login': [at(LOGGED_IN_NOWHERE, '/api/me/school-login', schoolCode)],
  'POST /api/me/school-login/disconnect': [
    at(LOGGED_IN_NOWHERE, '/api/me/school-login/disconnect', () => ({ password: 'not this' })),
  ],
};

const manyCards = () => ({ key: randomUUID(), cards: [newCard()] });

/** Cards that are added together to a teacher's deck and to an official one. */
export const manyCardCalls = (taught: number, official: number): Record<string, Call[]> => ({
  'POST /api/decks/:deckId/cards/many': [
    at(OWNER_MAKES, `/api/decks/${taught}/cards/many`, manyCards),
    at(NOBODY, `/api/decks/${official}/cards/many`, manyCards),
  ],
  'GET /api/decks/:deckId/cards/many': [at(OWNER, `/api/decks/${taught}/cards/many`)],
  'DELETE /api/decks/:deckId/cards/many/:key': [
    at([401, 403, 403, 403, 404, 403], `/api/decks/${taught}/cards/many/${randomUUID()}`),
  ],
  'GET /api/decks/:deckId/cards/table': [at(OWNER, `/api/decks/${taught}/cards/table`)],
  'POST /api/decks/:deckId/cards/edits': [
    at([401, 403, 403, 403, 409, 403], `/api/decks/${taught}/cards/edits`, () => ({
      key: randomUUID(),
      edit: { act: 'order', ids: [1], seen: [1] },
    })),
  ],
  'GET /api/decks/:deckId/cards/edits': [at(OWNER, `/api/decks/${taught}/cards/edits`)],
  'DELETE /api/decks/:deckId/cards/edits/:key': [
    at([401, 403, 403, 403, 404, 403], `/api/decks/${taught}/cards/edits/${randomUUID()}`),
  ],
});

/** The picture on a side of a card; the administrator's right is over any deck. */
export const pictureCalls = (
  taught: { id: number; cards: number[] },
  others: { id: number; cards: number[] },
): Record<string, Call[]> => {
  const of = (status: number): Call[] => {
    const path = ({ id, cards }: typeof taught) => `/api/decks/${id}/cards/${cards[0]}/pictures/front`;
    return [
      // Without a file only the text of a picture is changed, and there is none.
      at([401, 403, 403, 403, status, status], path(taught), () => ({ alt: 'x' })),
      at([401, 403, 403, status, 403, status], path(others), () => ({ alt: 'x' })),
    ];
  };
  return {
    'POST /api/decks/:deckId/cards/:cardId/pictures/:side': of(404),
    'DELETE /api/decks/:deckId/cards/:cardId/pictures/:side': of(200),
  };
};

/** What a card was, and who has learnt it; the administrator's right is over any deck. */
export const versionCalls = (
  taught: { id: number; cards: number[] },
  others: { id: number; cards: number[] },
): Record<string, Call[]> => {
  const of = (more: string, body: (() => object) | undefined, status: number): Call[] => {
    const path = ({ id, cards }: typeof taught) => `/api/decks/${id}/cards/${cards[0]}${more}`;
    return [
      { path: path(taught), ...(body && { body }), statuses: [401, 403, 403, 403, status, status] },
      { path: path(others), ...(body && { body }), statuses: [401, 403, 403, status, 403, status] },
    ];
  };
  return {
    'GET /api/decks/:deckId/cards/:cardId/versions': of('/versions', undefined, 200),
    'GET /api/decks/:deckId/cards/:cardId/learners': of('/learners', undefined, 200),
    // Nobody has seen that one.
    'POST /api/decks/:deckId/cards/:cardId/versions/:version': of(
      '/versions/1',
      () => ({ seen: 1_000 }),
      409,
    ),
  };
};

/** What a student does with cards and days of their own. */
const markCalls = (
  official: { id: number; cards: number[] },
  taught: { id: number; cards: number[] },
): Record<string, Call[]> => {
  const of = (path: (deck: typeof official) => string, body?: object): Call[] => [
    { path: path(official), ...(body && { body: () => body }), statuses: STUDENTS },
    { path: path(taught), ...(body && { body: () => body }), statuses: MEMBERS },
  ];
  return {
    'POST /api/cards/:cardId/mark': of(({ cards }) => `/api/cards/${cards[0]}/mark`, { aside: null }),
    'GET /api/cards/:cardId/history': of(({ cards }) => `/api/cards/${cards[0]}/history`),
    'GET /api/decks/:deckId/own-cards': of(({ id }) => `/api/decks/${id}/own-cards`),
    'GET /api/decks/:deckId/mixed-up': of(({ id }) => `/api/decks/${id}/mixed-up`),
    'GET /api/decks/:deckId/cram': of(({ id }) => `/api/decks/${id}/cram`),
    'GET /api/decks/:deckId/cram/cards': of(({ id }) => `/api/decks/${id}/cram/cards?kind=all&limit=20`),
    'GET /api/decks/:deckId/cram/tags': of(({ id }) => `/api/decks/${id}/cram/tags`),
    'GET /api/cram': [at(STUDENTS, '/api/cram?tag=unit')],
    'GET /api/cram/cards': [at(STUDENTS, '/api/cram/cards?kind=all&limit=20&tag=unit')],
    'POST /api/decks/:deckId/extra-cards': of(({ id }) => `/api/decks/${id}/extra-cards`, { cards: 1 }),
  };
};

/** Reports of wrong cards: by those who learn a card, to those who may change it. */
const reportCalls = (
  official: { id: number; cards: number[] },
  taught: { id: number; cards: number[] },
): Record<string, Call[]> => ({
  'POST /api/cards/:cardId/report': [
    at(STUDENTS, `/api/cards/${official.cards[0]}/report`, aReport),
    at(MEMBERS, `/api/cards/${taught.cards[0]}/report`, aReport),
  ],
  'POST /api/cards/:cardId/report/answer': [
    at(OWNER_AND_ADMIN, `/api/cards/${taught.cards[0]}/report/answer`, () => ({ answer: 'mended' })),
    at(ADMIN, `/api/cards/${official.cards[0]}/report/answer`, () => ({ answer: 'mended' })),
  ],
  'GET /api/decks/:deckId/reports': [
    at(OWNER_AND_ADMIN, `/api/decks/${taught.id}/reports`),
    at(ADMIN, `/api/decks/${official.id}/reports`),
  ],
  'GET /api/reports': [at([401, 403, 403, 200, 200, 200], '/api/reports')],
  'GET /api/answered-reports': [at(STUDENTS, '/api/answered-reports')],
  'POST /api/answered-reports/read': [at(STUDENTS, '/api/answered-reports/read', () => ({ card_ids: [1] }))],
});

/** What learners do with cards besides answering them, and what comes of it. */
export const learnerCalls = (
  official: { id: number; cards: number[] },
  taught: { id: number; cards: number[] },
) => ({ ...markCalls(official, taught), ...reportCalls(official, taught) });
