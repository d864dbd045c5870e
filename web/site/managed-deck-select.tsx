import { Plural, useLingui } from '@lingui/react/macro';
import { type ComboboxItem, Group, Select, type SelectProps, Stack, Text } from '@mantine/core';
import type { ManagedDeck } from '../../core/deck/deck.schema.ts';
import { wordFinder } from '../../core/text/normal-form.ts';

/** Returns what a select of decks offers: title and owner, with the number where both are the same. */
export function deckOptions(decks: readonly ManagedDeck[]): { value: string; label: string }[] {
  const labelOf = ({ title, owner }: ManagedDeck) => `${title} · ${owner.name}`;
  const alike = Map.groupBy(decks, labelOf);
  return decks.map((deck) => {
    const label = labelOf(deck);
    return { value: String(deck.id), label: alike.get(label)?.[1] ? `${label} (${deck.id})` : label };
  });
}

/** The options that have every word of the text, with or without its accents; at most `limit`. */
export function findOptions<O extends { label: string }>(
  options: readonly O[],
  text: string,
  limit: number,
): O[] {
  const hasWords = wordFinder(text);
  return options.filter(({ label }) => hasWords(label)).slice(0, limit);
}

/** More options than anybody reads through; typing finds the others. */
const OPTIONS_MAX = 100;

function DeckText({ deck }: { deck: ManagedDeck }) {
  const { t } = useLingui();
  return (
    <Stack gap={0} miw={0} className="breakable">
      <Text size="sm">{deck.title}</Text>
      {/* Not dimmed: it would not be readable on the colour of the chosen option. */}
      <Group gap="xs" fz="xs" className="tabular">
        <span>{deck.owner.name}</span>
        <span>
          <Plural value={deck.card_count} one="# card" other="# cards" />
        </span>
        {deck.is_official && <span>{t`Official`}</span>}
      </Group>
    </Stack>
  );
}

interface ManagedDeckSelectProps
  extends Pick<SelectProps, 'label' | 'description' | 'error' | 'disabled' | 'required'> {
  decks: readonly ManagedDeck[];
  value: number | null;
  onChange: (deckId: number) => void;
}

/** Chooses one of many decks, found by typing a part of the title or of the owner's name. */
export function ManagedDeckSelect({ decks, value, onChange, ...props }: ManagedDeckSelectProps) {
  const { t } = useLingui();
  const textOf = (option: ComboboxItem) => {
    const deck = decks.find(({ id }) => String(id) === option.value);
    return deck ? <DeckText deck={deck} /> : option.label;
  };
  return (
    <Select
      {...props}
      withAsterisk={false}
      searchable
      allowDeselect={false}
      data={deckOptions(decks)}
      value={value === null ? null : String(value)}
      onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
      placeholder={t`Title or owner`}
      limit={OPTIONS_MAX}
      filter={({ options, search, limit }) => findOptions(options as ComboboxItem[], search, limit)}
      nothingFoundMessage={t`No deck matches.`}
      renderOption={({ option }) => textOf(option)}
      selectFirstOptionOnChange
      // Else Enter does nothing when it was the typing that opened the list.
      selectFirstOptionOnDropdownOpen
      // The focus alone must not cover what is said below the field.
      openOnFocus={false}
      // What is below the body belongs to no part of the page.
      comboboxProps={{ withinPortal: false }}
    />
  );
}
