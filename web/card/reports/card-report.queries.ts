import useSWR, { useSWRConfig } from 'swr';
import { addressOf } from '../../../core/address.ts';
import type { ReportAnswer, ReportedCard } from '../../../core/card/reports/card-report.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { getTogether } from '../../lib/call/gathered-get.ts';
import { isReadOf } from '../../lib/call/read-keys.ts';
import { useRead } from '../../lib/call/use-read.ts';

/** Cards that are shown at once; those that follow come as these are answered. */
const SHOWN = 10;

export const useReportedDecks = () => useRead(addressOf('GET /api/reports'));

export function useReportedCards(deckId: number) {
  const address = addressOf('GET /api/decks/:deckId/reports', {
    params: { deckId },
    query: { limit: SHOWN },
  });
  return useSWR(address, async () => {
    const { data, total } = await getTogether(address);
    return { cards: data, total };
  });
}

/** Closes the reports of a card that are shown, with an answer. Resolves when the lists no longer have them. */
export function useAnswerReports() {
  const { mutate } = useSWRConfig();
  return async ({ card, reports }: ReportedCard, answer: ReportAnswer): Promise<void> => {
    const body = { answer, read_to: reports.at(-1)!.reported_at };
    await callApi('POST /api/cards/:cardId/report/answer', { params: { cardId: card.id }, body });
    await mutate((key) => isReadOf(key, ['GET /api/reports', 'GET /api/decks/:deckId/reports']));
  };
}
