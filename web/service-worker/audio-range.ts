const RANGE = /^bytes=(\d*)-(\d*)$/;

/** Returns the first and the last byte that a header `Range` asks for; null when they are not in the file. */
export function rangeOf(header: string, size: number): [first: number, last: number] | null {
  const [, from = '', to = ''] = RANGE.exec(header.trim()) ?? [];
  if (from === '' && to === '') return null;
  // Without a beginning, so many bytes of the end are meant.
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first <= last ? [first, last] : null;
}

/** A kept file as players ask for it, which is in parts: without parts they can't go back in it. */
export async function answerRange(kept: Response, range: string | null): Promise<Response> {
  if (range === null) return kept;
  const file = await kept.blob();
  const type = kept.headers.get('Content-Type') ?? '';
  const found = rangeOf(range, file.size);
  if (!found)
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${file.size}` } });
  const [first, last] = found;
  return new Response(file.slice(first, last + 1, type), {
    status: 206,
    headers: {
      'Accept-Ranges': 'bytes',
      'Content-Length': String(last - first + 1),
      'Content-Range': `bytes ${first}-${last}/${file.size}`,
      'Content-Type': type,
    },
  });
}
