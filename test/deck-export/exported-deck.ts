import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';
import type { Card, CardPicture } from '../../core/contract/card-shape.schema.ts';
import type { ExportFormat } from '../../core/deck-export/deck-export.schema.ts';
import { withoutMetadata } from '../../core/files/picture-metadata.ts';
import { pictureKind } from '../../core/files/picture-type.ts';
import { storeByContent } from '../../core/files/storage.ts';
import type { TestApi } from '../harness/api-harness.ts';

/** Stores bytes as a card's audio and answers its address. */
export const givenAudio = async (api: TestApi, content: string): Promise<string> =>
  `/storage/${await storeByContent(api.services.storage, 'cards', Buffer.from(content), 'x.mp3')}`;

/** Stores a picture as the product does and answers it as a card has it. */
export const givenPicture = async (
  api: TestApi,
  bytes: Buffer,
  { alt = '', ...size }: { width: number; height: number; alt?: string },
): Promise<CardPicture> => {
  const kind = pictureKind(bytes)!;
  const kept = withoutMetadata(kind, bytes)!;
  const key = await storeByContent(api.services.storage, 'cards', kept, `x.${kind}`);
  return { file: `/storage/${key}`, ...size, alt };
};

/** A deck in which the cards are called so where they come from, if at all. */
export async function givenDeck(
  api: TestApi,
  ownerId: number,
  cards: (Partial<Card> & { source_id?: string; tags?: string[] })[],
  { title = 'Words', description = null }: { title?: string; description?: string | null } = {},
): Promise<number> {
  const deck = await api.addDeck(ownerId, cards, { title });
  await api.sql`update decks set description = ${description} where id = ${deck.id}`;
  for (const [index, card] of cards.entries()) {
    const { source_id = null, tags = [], front_picture, back_picture, further_files } = card;
    if (source_id || tags.length > 0 || front_picture || back_picture)
      await api.sql`update cards
        set source_id = ${source_id}, tags = ${tags}, front_picture = ${front_picture}, back_picture = ${back_picture},
          further_files = ${further_files ? JSON.stringify(further_files) : null}
        where id = ${deck.cards[index]}`;
  }
  return deck.id;
}

export interface Download {
  status: number;
  headers: Record<string, unknown>;
  bytes: Buffer;
}

export async function download(
  api: TestApi,
  token: string,
  deckId: number,
  format: ExportFormat,
): Promise<Download> {
  const answer = await api.app.inject({
    url: `/api/decks/${deckId}/export?format=${format}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

export interface ArchivedFile {
  content: Buffer;
  isDeflated: boolean;
}

/** What is in an archive, by name, in its order; every checksum is verified. */
export async function unzip(bytes: Buffer): Promise<Map<string, ArchivedFile>> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true });
  const files = new Map<string, ArchivedFile>();
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    const content = await buffer(stream);
    if (crc32(content) !== entry.crc32) throw new Error(`${entry.fileName} is damaged`);
    files.set(entry.fileName, { content, isDeflated: entry.compressionMethod === 8 });
  }
  return files;
}
