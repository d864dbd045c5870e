import type { Test } from 'tap';

export interface Sent {
  url: string;
  init: RequestInit;
}

export const headerOf = (sent: Sent | undefined, name: string) => new Headers(sent?.init.headers).get(name);

/** Stands in for the network, which these tests are not about; what was sent is answered by `answer`. */
export function fakeNetwork(t: Test, answer: (sent: Sent) => Response | Promise<Response>): Sent[] {
  const all: Sent[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    const sent = { url, init };
    all.push(sent);
    return answer(sent);
  };
  t.intercept(globalThis, 'fetch', { value: fetch, configurable: true });
  return all;
}
