import type { Address, AddressParts, Call, Optional } from './api.ts';

interface Parts {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
}

/** The path of a call, with the query; values that are undefined are left out. */
export function addressOf<C extends Call>(call: C, ...given: Optional<AddressParts<C>>): Address<C>;
export function addressOf(call: string, ...given: unknown[]): string {
  const { params = {}, query = {} } = (given[0] ?? {}) as Parts;
  const path = call
    .replace(/^\w+ /, '')
    .replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const asked = Object.entries(query).filter((entry) => entry[1] !== undefined);
  if (asked.length === 0) return path;
  return `${path}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`;
}
