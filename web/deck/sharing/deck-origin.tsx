import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { dateOnly } from '../../lib/text/date-text.ts';

export function DeckOrigin({ deck: { shared, received } }: { deck: Pick<Deck, 'shared' | 'received'> }) {
  const { t, i18n } = useLingui();
  if (!shared && !received) return null;
  const from = received?.from_name;
  const day = received && dateOnly(i18n.locale, new Date(received.at));
  const owner = shared?.owner_name;
  return (
    <Text size="sm" c="dimmed" className="breakable">
      {shared?.may === 'edit' && t`Of ${owner}. You may edit its cards.`}
      {shared?.may === 'use' && t`Of ${owner}. You may use it.`}
      {!shared && t`${from} gave it to you on ${day}.`}
    </Text>
  );
}
