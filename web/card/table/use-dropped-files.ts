import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { CARD_AUDIO_MAX } from '../../../core/card/card-limits.ts';
import type { TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { seenCard } from '../../../core/card/seen-card.ts';
import { callApi } from '../../lib/api-client.ts';
import { errorMessages } from '../../lib/error-text.ts';
import { useNotices } from '../../ui/notices.tsx';
import { useFailure } from '../../ui/use-failure.ts';
import { forgetDeckCards } from '../card.queries.ts';
import { cardRefusal } from '../card-refusal.ts';
import { cardValues, toCardForm } from '../card-rules.ts';
import type { CardTable } from './use-card-table.ts';

const MEGABYTE = 1024 * 1024;
const notStored = msg({ message: 'The file was not stored: {message}' });

/** Kinds of files that a card may have, by the beginning of their media type. */
type FileKind = 'audio/';

/** Gives a card the file that is dropped onto its row. */
export function useDroppedFiles(table: CardTable) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();

  const storeAudio = async (card: TableCard, file: File): Promise<void> => {
    if (file.size > CARD_AUDIO_MAX) {
      const megabytes = CARD_AUDIO_MAX / MEGABYTE;
      return notices.error(i18n._({ ...errorMessages.audio_too_large, values: { megabytes } }));
    }
    try {
      const { data } = await callApi('PATCH /api/decks/:deckId/cards/:cardId', {
        params: { deckId: card.deck_id, cardId: card.id },
        body: toCardForm(cardValues(card), file, { seen: seenCard(card) }),
      }).finally(forgetDeckCards);
      await table.put(card.id, (before) => ({ ...before, ...data }));
      notices.success(t`The card has this audio now.`);
    } catch (error) {
      failed(notStored, error, cardRefusal(i18n, error));
      void table.readAgain();
    }
  };
  const stores: Record<FileKind, (card: TableCard, file: File) => Promise<void>> = { 'audio/': storeAudio };

  return (card: TableCard, files: readonly File[]): void => {
    const [file] = files;
    if (!file) return;
    const kind = (Object.keys(stores) as FileKind[]).find((type) => file.type.startsWith(type));
    if (files.length > 1) notices.error(t`One file for one card, please.`);
    else if (!kind) notices.error(t`Drop an audio file onto the card.`);
    else void stores[kind](card, file);
  };
}
