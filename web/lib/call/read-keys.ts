import type { Params, Read } from '../../../core/api.ts';

/**
 * Returns whether this key is the address of such a read, whatever its query; a parameter that is not given may be
 * any.
 */
export function isReadOf<C extends Read>(
  key: unknown,
  calls: readonly C[],
  params?: Partial<Params<C>>,
): boolean;
export function isReadOf(key: unknown, calls: readonly Read[], params: Record<string, number> = {}): boolean {
  const paths = calls.join('|').replace(/:(\w+)/g, (_, name) => `${params[name] ?? '[^/?]+'}`);
  return typeof key === 'string' && new RegExp(`^(${paths})(\\?|$)`).test(`GET ${key}`);
}

/** Returns whether this key begins with one of these addresses: it is there or below. */
export const isBelow = (key: unknown, addresses: readonly string[]): boolean =>
  typeof key === 'string' && addresses.some((address) => key.startsWith(address));
