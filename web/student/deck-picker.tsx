import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { DeckGroups, StudyDeck } from '../deck/deck-groups.ts';
import { paths } from '../lib/pages/paths.ts';

interface DeckPickerProps {
  groups: DeckGroups;
  onShowProgress: (deck: StudyDeck) => void;
}

const options = (decks: StudyDeck[]) => decks.map(({ id, title }) => ({ value: String(id), label: title }));

/** Chooses among all decks, official and personal. */
export function DeckPicker({ groups, onShowProgress }: DeckPickerProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState('');
  const deck = [...groups.official, ...groups.personal].find(({ id }) => String(id) === chosen);
  const data = [
    { group: t`Official decks`, items: options(groups.official) },
    { group: t`Personal decks`, items: options(groups.personal) },
  ].filter(({ items }) => items.length > 0);
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t`Choose a deck`}
        value={deck ? chosen : ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[{ value: '', label: t`No deck chosen` }, ...data]}
      />
      <Group gap="sm">
        {deck ? (
          <Button component={Link} to={paths.learn(deck.id)} variant="light">
            <Trans>Learn</Trans>
          </Button>
        ) : (
          <Button variant="light" disabled>
            <Trans>Learn</Trans>
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconChartBar size={18} aria-hidden />}
          disabled={!deck}
          onClick={() => deck && onShowProgress(deck)}
        >
          <Trans>View progress</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
