const GROUPS = [
  [0, 4],
  [4, 6],
  [6, 8],
  [8, 10],
  [10, 16],
] as const;

/**
 * Returns a random UUID. `crypto.randomUUID` is missing on plain-http addresses other than localhost, as in a school's
 * network.
 */
export function makeUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const version4 = bytes.map((byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  const hex = Array.from(version4, (byte) => byte.toString(16).padStart(2, '0'));
  return GROUPS.map(([from, to]) => hex.slice(from, to).join('')).join('-');
}
