import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { DeckSettings } from '../../core/deck/deck.schema.ts';
import type { DeckStats } from '../../core/learning/learning.schema.ts';
import { nextCards } from './next-cards.ts';

interface NextCardsTextProps {
  stats: DeckStats;
  settings: DeckSettings;
}

/** When there is something to study in this deck again. */
export function NextCardsText({ stats, settings }: NextCardsTextProps) {
  const { t } = useLingui();
  const { total_cards, cards_studied } = stats;
  const unseen = total_cards - cards_studied;
  if (total_cards === 0) return <Trans>This deck has no cards yet.</Trans>;
  const { days, cards } = nextCards(stats, settings) ?? { days: 0, cards: 0 };
  return (
    <>
      {days === 1 && (
        <Plural value={cards} one="Tomorrow # card waits for you." other="Tomorrow # cards wait for you." />
      )}
      {days > 1 &&
        t`${plural(cards, { one: 'The next card comes', other: 'The next # cards come' })} ${plural(days, { one: 'in # day', other: 'in # days' })}.`}{' '}
      {unseen > 0 && settings.new_cards_per_day === 0 && (
        <Plural
          value={unseen}
          one="# new card waits: your limit for new cards is 0 a day."
          other="# new cards wait: your limit for new cards is 0 a day."
        />
      )}
    </>
  );
}
