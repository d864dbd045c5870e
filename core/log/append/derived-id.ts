import { hash } from 'node:crypto';

/** A UUID of version 8 (RFC 9562) that the same words always give. */
export function derivedId(words: string): string {
  const hex = hash('sha256', words, 'hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
