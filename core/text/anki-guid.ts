import { createHash } from 'node:crypto';

/** A guid that we gave to a note, with the id that its card had elsewhere, or its number here. */
const OURS = /^nho-[0-9a-f]{12}(?:-(?<id>.+)|\.\d+)$/s;

/**
 * Returns the guid of a card in Anki, where guids count in the whole collection. With a deck's own numbers, an import
 * could overwrite another deck's notes. It stays the same from export to export.
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

/** True for a guid that we gave. */
export const isOurGuid = (guid: string): boolean => OURS.test(guid);

/** The id that a card had before it was given the guid; a guid of anybody else's is an id itself. */
export const idOfAnkiGuid = (guid: string): string => OURS.exec(guid)?.groups?.id ?? guid;
