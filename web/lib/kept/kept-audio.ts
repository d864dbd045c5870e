/** What a phone can spare: some hundred words. */
const FILES_MAX = 300;
const BYTES_MAX = 30_000_000;

const sizeOf = async (response: Response): Promise<number> => (await response.clone().blob()).size;

/**
 * Keeps files to be played without a network, the first ones first, as far as there is room for them. Only this host's:
 * of a bucket the page may not read them. Returns the addresses of what is kept.
 */
export async function keepAudio(files: Cache | null, addresses: readonly string[]): Promise<Set<string>> {
  const kept = new Set<string>();
  if (!files) return kept;
  let bytes = 0;
  for (const address of new Set(addresses)) {
    if (kept.size >= FILES_MAX) break;
    const known = await files.match(address, { ignoreVary: true });
    const response = known ?? (await fetch(address).catch(() => null));
    if (response?.status !== 200) continue;
    bytes += await sizeOf(response);
    if (bytes > BYTES_MAX) break;
    if (!known) await files.put(address, response);
    kept.add(new URL(address, window.location.href).pathname);
  }
  return kept;
}
