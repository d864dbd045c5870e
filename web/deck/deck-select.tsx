import { useLingui } from '@lingui/react/macro';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { Deck } from '../../core/deck/deck.schema.ts';

interface DeckSelectProps extends Omit<NativeSelectProps, 'data' | 'onChange'> {
  decks: readonly Deck[];
  onChange: (deckId: string) => void;
}

const options = (decks: readonly Deck[]) =>
  decks.map(({ id, title }) => ({ value: String(id), label: title }));

/** Chooses one of the decks, official ones apart from personal ones; the value is empty when none is chosen. */
export function DeckSelect({ decks, onChange, ...props }: DeckSelectProps) {
  const { t } = useLingui();
  const groups = [
    { group: t`Official decks`, items: options(decks.filter((deck) => deck.is_official)) },
    { group: t`Personal decks`, items: options(decks.filter((deck) => !deck.is_official)) },
  ].filter(({ items }) => items.length > 0);
  return (
    <NativeSelect
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: t`No deck chosen` }, ...groups]}
    />
  );
}
