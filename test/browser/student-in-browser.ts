import { randomUUID } from 'node:crypto';
import type { BrowserTest } from './browser-harness.ts';

export interface StudentInBrowser {
  id: number;
  token: string;
  /** The body of a GET, with the student's token. */
  read<T>(path: string): Promise<T>;
  /** Answers the first `count` cards of a deck as known; resolves when every projection has them. */
  study(deckId: number, count: number): Promise<void>;
}

interface Registration {
  token: string;
  user: { id: number };
}

/** Registers a student and logs in every page of the test's first context, without going through the form. */
export async function studentInBrowser(test: BrowserTest): Promise<StudentInBrowser> {
  const call = async <T>(
    method: string,
    path: string,
    options: { token?: string; headers?: object; body?: object },
  ) => {
    const response = await test.context.request.fetch(new URL(path, test.baseUrl).href, {
      method,
      data: options.body,
      headers: { ...(options.token ? { Authorization: `Bearer ${options.token}` } : {}), ...options.headers },
    });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return (await response.json()) as T;
  };

  const password = randomUUID();
  const { token, user } = await call<Registration>('POST', '/api/register', {
    body: {
      name: 'Mai',
      email: `${randomUUID()}@example.org`,
      password,
      password_confirmation: password,
      role: 'student',
    },
  });
  const session = {
    token,
    role: 'student',
    user_role: 'student',
    user_id: String(user.id),
    user_name: 'Mai',
  };
  await test.context.addInitScript(
    ({ origin, items }) => {
      // Blank pages, such as axe opens, have no storage.
      if (location.origin !== origin) return;
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    },
    { origin: new URL(test.baseUrl).origin, items: session },
  );

  return {
    id: user.id,
    token,
    read: (path) => call('GET', path, { token }),
    async study(deckId, count) {
      const { data: cards } = await call<{ data: { id: number }[] }>(
        'GET',
        `/api/decks/${deckId}/cards/set?limit=${count}`,
        { token },
      );
      let position = '';
      for (const { id } of cards) {
        const body = { status: 2, time_spent: 3, card_type: 'new' };
        const answer = await call<{ data: { position: string } }>('POST', `/api/cards/${id}/progress`, {
          token,
          body,
        });
        position = answer.data.position;
      }
      await call('GET', `/api/decks/${deckId}/stats`, { token, headers: { 'After-Position': position } });
    },
  };
}
