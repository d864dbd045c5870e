import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { seenCard, seenPicture } from '../../../core/card/seen-card.ts';
import { CARD_AUDIO_MAX } from '../../../core/contract/card-limits.ts';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { audioExtension } from '../../../core/files/audio-type.ts';
import { changePicture } from '../../deck/card.changes.ts';
import { forgetDeckCards } from '../../deck/card.queries.ts';
import { cardValues, toCardForm } from '../../deck/card-rules.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { errorMessages } from '../../lib/call/error-text.ts';
import { cardRefusal } from '../card-refusal.ts';
import { beginningOf, pictureProblem, pictureTypeOf, shrinkPicture } from '../picture/shrink-picture.ts';
import type { TableColumn } from './table-view.ts';

const MEGABYTE = 1024 * 1024;

interface FileOfCard {
  card: TableCard;
  file: File;
  column: TableColumn;
}

/** What became of a file: what changed of the card and what to say, or why it was not stored. */
type Stored = { changed: Partial<Card>; notice: MessageDescriptor } | { problem: string };

async function storeAudio({ card, file }: FileOfCard, i18n: I18n): Promise<Stored> {
  if (file.size > CARD_AUDIO_MAX) {
    const values = { megabytes: CARD_AUDIO_MAX / MEGABYTE };
    return { problem: i18n._({ ...errorMessages.audio_too_large, values }) };
  }
  try {
    const { data } = await callApi('PATCH /api/decks/:deckId/cards/:cardId', {
      params: { deckId: card.deck_id, cardId: card.id },
      body: toCardForm(cardValues(card), file, { seen: seenCard(card) }),
    }).finally(forgetDeckCards);
    return { changed: data, notice: msg`The card has this audio now.` };
  } catch (error) {
    return { problem: cardRefusal(i18n, error) };
  }
}

/** A picture is of the back where it is dropped there, and else of the front. */
async function storePicture({ card, file, column }: FileOfCard, i18n: I18n): Promise<Stored> {
  const side = column === 'back' ? 'back' : 'front';
  const name = `${side}_picture` as const;
  try {
    const small = await shrinkPicture(file);
    const data = await changePicture(card, side, { file: small }, seenPicture(card[name]));
    return { changed: { [name]: data[name] }, notice: msg`The card has this picture now.` };
  } catch (error) {
    return { problem: pictureProblem(i18n, error) };
  }
}

/**
 * Returns what a file is for a card: by its content, as the server sees it, since some systems know no type for Opus, FLAC
 * or M4A. Of what the content leaves open the type decides, and the server says what is wrong with it.
 */
export async function kindOfFile(file: Blob): Promise<'audio' | 'picture' | undefined> {
  const head = await beginningOf(file);
  if (pictureTypeOf(head) !== undefined) return 'picture';
  if (audioExtension(head) !== undefined || file.type.startsWith('audio/')) return 'audio';
  return file.type.startsWith('image/') ? 'picture' : undefined;
}

export async function storeFile(of: FileOfCard, i18n: I18n): Promise<Stored> {
  // A file that is gone by now, or a folder, cannot be read.
  const use = await kindOfFile(of.file).catch(() => undefined);
  if (use === 'audio') return storeAudio(of, i18n);
  if (use === 'picture') return storePicture(of, i18n);
  return { problem: i18n._(msg`Drop an audio file or a picture onto the card.`) };
}
