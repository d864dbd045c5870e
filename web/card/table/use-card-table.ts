import { useState } from 'react';
import useSWR from 'swr';
import { addressOf } from '../../../core/address.ts';
import type { CardEdit, Edit, TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { EDITS_SHOWN_MAX } from '../../../core/contract/card-limits.ts';
import { forgetDeckCards } from '../../deck/card.queries.ts';
import { useDecksChanged } from '../../deck/deck.changes.ts';
import { getAll } from '../../lib/call/all-pages.ts';
import { ApiError, callApi } from '../../lib/call/api-client.ts';
import { patiently } from '../../lib/call/patiently.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { makeUuid } from '../../lib/call/uuid.ts';

/** An edit that was sent without an answer of the product's own: it may have been done. */
interface Open {
  content: string;
  key: string;
}

export function useCardTable(deckId: number) {
  const params = { deckId };
  const table = useSWR(addressOf('GET /api/decks/:deckId/cards/table', { params }), (address) =>
    getAll(address),
  );
  const undos = useRead(addressOf('GET /api/decks/:deckId/cards/edits', { params }));
  const decksChanged = useDecksChanged();
  const [open] = useState<{ edits: Open[]; sent: Promise<unknown> }>(() => ({
    edits: [],
    sent: Promise.resolve(),
  }));

  const sendNow = async (edit: Edit): Promise<CardEdit> => {
    const content = JSON.stringify(edit);
    const known = open.edits.find((one) => one.content === content);
    const sent = known ?? { content, key: makeUuid() };
    if (!known) open.edits.push(sent);
    const forget = () => {
      open.edits = open.edits.filter((one) => one !== sent);
    };
    try {
      const { data } = await patiently(() =>
        callApi('POST /api/decks/:deckId/cards/edits', { params, body: { key: sent.key, edit } }),
      );
      forget();
      if (data.cards > 0)
        void undos.mutate((before = []) => [data, ...before].slice(0, EDITS_SHOWN_MAX), {
          revalidate: false,
        });
      return data;
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) forget();
      throw error;
    } finally {
      // Also when it is refused: what is kept may be what others have changed.
      forgetDeckCards();
    }
  };

  /** Does an edit. What was sent before without an answer goes under the same key, so that nothing is done twice. */
  const send = (edit: Edit): Promise<CardEdit> => {
    const answered = sendNow(edit);
    open.sent = Promise.allSettled([open.sent, answered]);
    return answered;
  };

  return {
    cards: table.data,
    error: table.data ? undefined : table.error,
    retry: () => void table.mutate(),
    /** What can be undone, the latest first. */
    undos: undos.data ?? [],
    send,
    /** What can be undone, with all that is still on its way. */
    async readUndos(): Promise<CardEdit[]> {
      await open.sent;
      return (await undos.mutate()) ?? [];
    },
    /** Changes a card as the server has it now, without reading all others. */
    put: (id: number, change: (card: TableCard) => TableCard) =>
      table.mutate((cards) => cards?.map((card) => (card.id === id ? change(card) : card)), {
        revalidate: false,
      }),
    readAgain: () => decksChanged(),
    undo: ({ key }: CardEdit) =>
      callApi('DELETE /api/decks/:deckId/cards/edits/:key', { params: { deckId, key } }).finally(
        decksChanged,
      ),
  };
}

export type CardTable = ReturnType<typeof useCardTable>;
