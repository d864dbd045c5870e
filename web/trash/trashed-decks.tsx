import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { TrashedDeck } from '../../core/trash/trash.schema.ts';
import { broughtBackText, useBringBack } from '../deck/bring-back.ts';
import { useEmptying, useTrashedDecks } from '../deck/trash.queries.ts';
import { useSession } from '../lib/kept/stored-session.ts';
import { TrashList } from './trash-list.tsx';

function DeckTexts({ deck }: { deck: TrashedDeck }) {
  const { t } = useLingui();
  const { userId } = useSession();
  const cards = t`${plural(deck.card_count, { one: '# card', other: '# cards' })}`;
  const inClasses = t`${plural(deck.class_count, { one: '# class', other: '# classes' })}`;
  return (
    <>
      <Text fw={600}>{deck.title ?? t`A student’s deck`}</Text>
      <Text size="sm" className="tabular">
        {deck.class_count > 0 ? `${cards} · ${inClasses}` : cards}
        {deck.owner.id !== userId && ` · ${t`Deck of ${deck.owner.name}`}`}
      </Text>
      {!deck.can_bring_back && (
        <Text size="sm">{t`An administrator has deleted this deck, and can bring it back.`}</Text>
      )}
    </>
  );
}

/** The deleted decks that the user looks after: the own ones, or those that an administrator has deleted. */
export default function TrashedDecks() {
  const { t } = useLingui();
  const read = useTrashedDecks();
  const bringBack = useBringBack();
  const emptying = useEmptying();
  return (
    <TrashList
      label={t`Deleted decks`}
      read={read}
      nameOf={({ title }) => title ?? t`A student’s deck`}
      empty={t`The trash is empty. A deck that is deleted stays here for 30 days.`}
      bringBack={({ id }) => bringBack.deck(id)}
      back={broughtBackText.deck}
      deleteForGood={({ id }) => emptying.deck(id)}
      emptyTrash={emptying.decks}
    >
      {(deck) => <DeckTexts deck={deck} />}
    </TrashList>
  );
}
