import { createHash } from 'node:crypto';

/** A guid that a note got from us, with the id that its card had from elsewhere, or with its number here. */
const OURS = /^nho-[0-9a-f]{12}(?:-(?<id>.+)|\.\d+)$/s;

/**
 * What a card is called in Anki, where a guid counts in the whole collection: a deck's own numbers would meet another
 * deck's, whose notes would then be overwritten. It stays the same from export to export.
 */
export function ankiGuid(
  deck: { id: number; createdAt: number },
  card: { id: number; source_id: string | null },
): string {
  if (card.source_id && OURS.test(card.source_id)) return card.source_id;
  const key = createHash('sha256').update(`${deck.id} ${deck.createdAt}`).digest('hex');
  const prefix = `nho-${key.slice(0, 12)}`;
  return card.source_id ? `${prefix}-${card.source_id}` : `${prefix}.${card.id}`;
}

/** The id that a card had before it was given the guid; a guid of anybody else's is an id itself. */
export const idOfAnkiGuid = (guid: string): string => OURS.exec(guid)?.groups?.id ?? guid;
