import { randomUUID } from 'node:crypto';

export const newAccount = (password: string = randomUUID(), role = 'student') => ({
  name: 'Lan',
  email: `${randomUUID()}@example.org`,
  password,
  password_confirmation: password,
  role,
});

interface Sent {
  token?: string;
  body?: object;
  headers?: Record<string, string>;
}

/** Calls the API of a product at `url`: with a body it is a POST. */
export async function call<T>(url: string, path: string, { token, body, headers }: Sent = {}) {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}
