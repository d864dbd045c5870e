/** What a memory is of: a meaning of its card, and the moment of its last review. */
export interface MemoryOf {
  meaning: number;
  lastReviewedAt: Date;
}

/** Returns how an answer that was given elsewhere follows. What was answered here since says more than it. */
export const followsImported = (
  known: MemoryOf | undefined,
  meaning: number,
  at: Date,
): ReturnType<typeof follows> =>
  known && known.lastReviewedAt > at ? 'is too late' : follows(known, meaning, at);

/**
 * Returns how an answer follows a memory. One of another meaning begins again; it says nothing any more when it was given
 * before the last review, and arrived late.
 */
export function follows(
  known: MemoryOf | undefined,
  meaning: number,
  at: Date,
): 'goes on' | 'begins again' | 'is too late' {
  if (!known || known.meaning === meaning) return 'goes on';
  return at < known.lastReviewedAt ? 'is too late' : 'begins again';
}
