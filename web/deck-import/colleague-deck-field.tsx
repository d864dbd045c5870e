import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { useDecks } from '../deck/deck.queries.ts';
import type { ImportFieldsProps } from './import-fields.ts';

/** Whose deck the cards come into, for a teacher with whom colleagues share some to be edited. */
export function ColleagueDeckField({ values, change }: ImportFieldsProps) {
  const { t } = useLingui();
  const shared = useDecks().data?.filter((deck) => deck.shared?.may === 'edit') ?? [];
  if (shared.length === 0) return null;
  const choose = (id: string) => {
    const deck = shared.find((one) => String(one.id) === id);
    change(deck ? { intoDeck: deck.id, title: deck.title, description: '' } : { intoDeck: null, title: '' });
  };
  return (
    <NativeSelect
      label={t`Import into`}
      value={String(values.intoDeck ?? '')}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: '', label: t`A deck of yours` },
        ...shared.map((deck) => {
          const { title } = deck;
          const owner = deck.shared?.owner_name ?? '';
          return { value: String(deck.id), label: t`${title} (${owner})` };
        }),
      ]}
    />
  );
}
