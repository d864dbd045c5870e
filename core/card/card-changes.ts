import { sql } from 'kysely';
import type { Pool } from 'pg';
import { requireRoomForCards } from '../access/quotas.ts';
import { type FileUse, fileUseOf } from '../contract/card-fields.ts';
import { CARD_AUDIO_MAX } from '../contract/card-limits.ts';
import type { Card as CardData, FurtherFile, FurtherPicture } from '../contract/card-shape.schema.ts';
import { AppError, orThrow, refusedFile } from '../contract/errors.ts';
import { audioExtension } from '../files/audio-type.ts';
import { type Storage, storeFileByContent } from '../files/storage.ts';
import type { FileRule, Upload } from '../files/upload.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { changed, type Given, type Row, tables } from '../postgres/typed-tables.ts';
import { moveCardsToTrash } from '../trash/trash-cards.ts';
import type { Card } from './card.entity.ts';
import type { CardChanges, NewCardBody } from './card.schema.ts';
import { type CardPlace, changingCard, lockEditableDeck, nextVersions } from './card-editor.ts';
import { tidyCard, tidyChanges } from './card-texts.ts';
import { nextOrdinal, toCard } from './edits/card-rows.ts';
import { hasOtherSides, seenCard } from './seen-card.ts';

/** A card's audio: whatever browsers play. Throws `audio_too_large` or `not_an_audio_file`. */
export const CARD_AUDIO: FileRule = {
  field: 'audio_file',
  maxBytes: CARD_AUDIO_MAX,
  extensionOf: audioExtension,
  tooLarge: () => refusedFile('audio_file', 'audio_too_large', { megabytes: CARD_AUDIO_MAX / 1024 / 1024 }),
  wrongContent: () => refusedFile('audio_file', 'not_an_audio_file'),
};

/** Moves an uploaded audio into the storage and returns its address. */
export const storeCardAudio = async (storage: Storage, upload: Upload): Promise<string> =>
  `/storage/${await storeFileByContent(storage, 'cards', upload)}`;

/** Stores the audio that was sent with a card and returns its address. Called once everything else is in order. */
export type StoreAudio = () => Promise<string>;

type CardRow = Row<typeof Card>;

const cardsOf = (db: Pool | Tx) => tables<typeof Card>(db);

/**
 * Adds a card at the end of a deck. Throws `front_back_required`. Throws `deck_not_found` or `deck_not_owned` when the
 * deck, or the right to it, has just gone. Throws `too_many_cards` for a student's own that is full.
 */
export async function createCard(
  pool: Pool,
  { deckId, editorId }: { deckId: number; editorId: number },
  body: NewCardBody,
  storeAudio?: StoreAudio,
): Promise<CardData> {
  const texts = tidyCard(body);
  const audioFile = storeAudio ? await storeAudio() : null;
  return inTransaction(pool, async (tx) => {
    // Of two cards added at once the later waits here, and then sees the earlier one's place.
    await lockEditableDeck(tx, deckId, editorId);
    const card = await cardsOf(tx)
      .insertInto('cards')
      .values({
        deck_id: deckId,
        ordinal: await nextOrdinal(tx, deckId),
        ...texts,
        audio_file: audioFile,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await requireRoomForCards(tx, deckId);
    return toCard(card);
  });
}

/**
 * Changes what is given of a deck's card. Throws `front_back_required` for a blank side, or `card_not_found`. Throws
 * `card_changed_meanwhile`, with the card as it is, when it is no longer the one that was seen.
 */
export async function updateCard(
  pool: Pool,
  place: CardPlace,
  { seen, change, audio_file, ...changes }: CardChanges,
  storeAudio?: StoreAudio,
): Promise<CardData> {
  const texts = tidyChanges(changes);
  if (storeAudio && !(await findCard(pool, place).executeTakeFirst())) throw new AppError('card_not_found');
  const audioFile = storeAudio ? await storeAudio() : audio_file;
  return changeCard(pool, place, async (card, tx) => {
    if (seen !== undefined && seen !== seenCard(toCard(card)))
      throw new AppError('card_changed_meanwhile', { data: toCard(card) });
    const isOther = change === 'meaning' && hasOtherSides(card, texts);
    return {
      ...texts,
      audio_file: audioFile,
      ...(isOther && { meaning: (await nextVersions(tx, [card.id])).get(card.id)! }),
    };
  });
}

const findCard = (db: Pool | Tx, { deckId, cardId }: CardPlace) =>
  cardsOf(db).selectFrom('cards').selectAll().where('id', '=', cardId).where('deck_id', '=', deckId);

/** Gives a card the columns that `change` says, which sees it as it is, and returns it. Throws `card_not_found`. */
export const changeCard = (
  pool: Pool,
  place: CardPlace,
  change: (card: CardRow, tx: Tx) => Given<CardRow> | Promise<Given<CardRow>>,
): Promise<CardData> =>
  changingCard(pool, place, 'card.changed', async (tx) => {
    const card = orThrow(await findCard(tx, place).forUpdate().executeTakeFirst(), 'card_not_found');
    const { further_files, ...others } = changed(card, withFirsts(card, await change(card, tx))) ?? {};
    if (further_files === undefined && Object.keys(others).length === 0) return toCard(card);
    const after = await cardsOf(tx)
      .updateTable('cards as c')
      .set({
        ...others,
        ...(further_files !== undefined && {
          // The driver would make an array of Postgres' of a list.
          further_files: sql<FurtherFile[]>`${further_files && JSON.stringify(further_files)}::jsonb`,
        }),
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', card.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toCard(after);
  });

const NO_FILES: readonly FurtherFile[] = [];

/** Where a card's own file of a use is taken away, the next one takes its place. */
function withFirsts(card: CardRow, given: Given<CardRow>): Given<CardRow> {
  const after = { ...card, ...given } as CardRow;
  const further = [...(after.further_files ?? NO_FILES)];
  const firstOf = (use: FileUse): FurtherFile | undefined => {
    const place = further.findIndex((one) => fileUseOf(one) === use);
    const own = use === 'audio' ? after.audio_file : after[`${use}_picture` as const];
    return own === null && place >= 0 ? further.splice(place, 1)[0] : undefined;
  };
  const sound = firstOf('audio');
  const [front, back] = [firstOf('front'), firstOf('back')] as (FurtherPicture | undefined)[];
  if (!sound && !front && !back) return given;
  const asOwn = ({ file, width, height, alt }: FurtherPicture) => ({ file, width, height, alt });
  return {
    ...given,
    ...(sound && { audio_file: sound.file }),
    ...(front && { front_picture: asOwn(front) }),
    ...(back && { back_picture: asOwn(back) }),
    further_files: further.length > 0 ? further : null,
  };
}

/**
 * Takes a further file off a card, by what it is for and its address. Does nothing when it is not there. Throws
 * `card_not_found`, or as `updateCard` when the right to change the deck has just gone.
 */
export const removeFurtherFile = (
  pool: Pool,
  place: CardPlace,
  { use, file }: { use: FileUse; file: string },
): Promise<CardData> =>
  changeCard(pool, place, ({ further_files }) => {
    const others = (further_files ?? NO_FILES).filter((one) => fileUseOf(one) !== use || one.file !== file);
    return { further_files: others.length > 0 ? others : null };
  });

/** Puts a deck's card into the trash. Throws `card_not_found`, also for the later of two that delete it at once. */
export const deleteCard = (pool: Pool, place: CardPlace): Promise<void> =>
  changingCard(pool, place, 'card.deleted', async (tx) => {
    const { deckId, cardId, editor } = place;
    const thrown = await moveCardsToTrash(tx, { deckId, ids: [cardId], by: editor.id, cause: 'deleted' });
    if (thrown === 0) throw new AppError('card_not_found');
  });
