import { randomUUID } from 'node:crypto';
import type { Throw } from '../harness/seeded.ts';
import { HOSTILE_BODIES, HOSTILE_JSON, HOSTILE_SEGMENTS, hostileQueries } from './hostile-values.ts';
import type { RealRoute, ValueSchema } from './real-routes.ts';

/** One request, with what is hostile about it. */
export interface HostileRequest {
  route: RealRoute;
  what: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** Ids for an address, by the names of its parameters. */
export type Ids = Record<string, number | string>;

/** A value that the schema takes, unremarkable but for being new each time where it must be. */
export function plainValue(schema: ValueSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return plainValue(schema.anyOf[0]!);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'array':
      return schema.items ? [plainValue(schema.items)] : [];
    case 'object': {
      const fields = Object.entries(schema.properties ?? {});
      return Object.fromEntries(fields.map(([name, value]) => [name, plainValue(value)]));
    }
  }
  if (schema.format === 'email') return `${randomUUID()}@example.org`;
  if (schema.format === 'uuid') return randomUUID();
  if (schema.format === 'date') return '2026-01-01';
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z';
  if (schema.pattern?.includes('/api/')) return '/api/site-settings';
  if (schema.pattern?.includes('decks|')) return 'decks';
  return 'unremarkable text';
}

/** Every place in a body, however deep, such as `questions.0.id`. */
export function placesOf(schema: ValueSchema | undefined, path: string[] = []): string[][] {
  if (!schema) return [];
  const own = path.length > 0 ? [path] : [];
  if (schema.type === 'array') return [...own, ...placesOf(schema.items, [...path, '0'])];
  const inner = Object.entries(schema.properties ?? {});
  const keyed = Object.values(schema.patternProperties ?? {}).map((value) => ['1', value] as const);
  return [...own, ...[...inner, ...keyed].flatMap(([name, value]) => placesOf(value, [...path, name]))];
}

/** The body as JSON with raw text in one place. */
function bodyWith(schema: ValueSchema, place: string[], raw: string): string {
  const mark = randomUUID();
  const body = plainValue(schema) as object;
  let at = body as Record<string, unknown>;
  for (const name of place.slice(0, -1)) at = at[name] as Record<string, unknown>;
  at[place.at(-1)!] = mark;
  return JSON.stringify(body).replace(`"${mark}"`, () => raw);
}

const JSON_HEADERS = { 'content-type': 'application/json' };

/** So many of the list, different ones; all when it is not longer. */
function some<T>(list: T[], count: number, dice: Throw): T[] {
  if (list.length <= count) return list;
  const start = dice(list.length);
  const step = 1 + dice(list.length - 1);
  const chosen = new Set(
    Array.from({ length: count }, (_, index) => list[(start + index * step) % list.length]!),
  );
  return [...chosen];
}

const addressOf = (route: RealRoute, ids: Ids, replaced: Ids = {}): string =>
  route.url
    .replace(/:(\w+)/g, (_, name: string) => String(replaced[name] ?? ids[name] ?? 1))
    .replace('*', 'x');

/**
 * Returns requests of one route, so many for each place of a hostile value. These are every parameter, name of the
 * query, header and place of the body. `strange` are ids that belong to others.
 */
export function hostileRequests(
  route: RealRoute,
  { ids, strange, each, dice }: { ids: Ids; strange: Ids; each: number; dice: Throw },
): HostileRequest[] {
  const requests: HostileRequest[] = [];
  const plainBody = route.body && JSON.stringify(plainValue(route.body));
  const add = (
    what: string,
    path: string,
    body = plainBody as string | Buffer | undefined,
    headers = JSON_HEADERS,
  ) =>
    requests.push({
      route,
      what,
      path,
      headers: body === undefined ? {} : headers,
      ...(body !== undefined && { body }),
    });
  for (const name of Object.keys(route.params)) {
    const values = [...some(HOSTILE_SEGMENTS, each, dice), String(strange[name] ?? 1), '2147483647'];
    for (const value of values) add(`:${name}`, addressOf(route, ids, { [name]: value }));
  }
  add('ids of others', addressOf(route, strange));
  const address = addressOf(route, ids);
  for (const name of Object.keys(route.query)) {
    for (const value of some(HOSTILE_SEGMENTS, each, dice)) add(`?${name}`, `${address}?${name}=${value}`);
    for (const query of some(hostileQueries(name), each, dice)) add(`?${name}`, `${address}?${query}`);
    if (strange[name] !== undefined) add(`?${name}`, `${address}?${name}=${strange[name]}`);
  }
  for (const value of ['%', '0x', `1-${'9'.repeat(30)}`, `${'1-1,'.repeat(2_000)}1-1`])
    requests.push({ route, what: 'After-Position', path: address, headers: { 'after-position': value } });
  // What deletes would otherwise take away what all later requests are about.
  if (route.method === 'DELETE') return requests.slice(0, -4);
  if (route.body) {
    for (const place of placesOf(route.body)) {
      for (const raw of some(HOSTILE_JSON, each, dice))
        add(place.join('.'), address, bodyWith(route.body, place, raw));
      const other = strange[place.findLast((name) => !/^\d+$/.test(name))!];
      if (other !== undefined) add(place.join('.'), address, bodyWith(route.body, place, String(other)));
    }
    for (const name of Object.keys(route.headers))
      for (const value of ['x', "' or 1=1 --", '00000000-0000-8000-8000-000000000000', 'a'.repeat(5_000)])
        add(name, address, plainBody, { ...JSON_HEADERS, [name]: value });
  }
  if (route.method !== 'GET' && route.method !== 'HEAD')
    for (const { name, type, bytes } of some(HOSTILE_BODIES, each * 2, dice))
      add(name, address, bytes, { 'content-type': type });
  return requests;
}
