import type { Address, AddressParts, Call, Optional } from './api.ts';

interface Parts {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export const methodOf = (call: Call): Method => call.replace(/ .*/, '') as Method;

/** The path of a call, with the query; values that are undefined are left out. */
export function addressOf<C extends Call>(call: C, ...given: Optional<AddressParts<C>>): Address<C>;
export function addressOf(call: string, ...given: unknown[]): string {
  const { params = {}, query = {} } = (given[0] ?? {}) as Parts;
  const path = call.replace(/^\w+ |:(\w+)/g, (_, name) =>
    name ? encodeURIComponent(params[name] ?? '') : '',
  );
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`;
}
