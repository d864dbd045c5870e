/** A part of a PNG, from its length to its checksum. */
export interface Chunk {
  name: string;
  whole: Buffer;
  content: Buffer;
}

/** Returns the parts of a PNG up to its end; undefined when that is missing. */
export function pngChunks(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    chunks.push({ name, whole: bytes.subarray(at, end), content: bytes.subarray(at + 8, end - 4) });
    if (name === 'IEND') return chunks;
    at = end;
  }
  return undefined;
}
