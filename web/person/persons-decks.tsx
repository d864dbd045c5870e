import { Plural, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { OnePerson } from '../../core/person/person.schema.ts';
import { failureText, noticeText } from '../lib/call/notice-text.ts';
import { ColleagueForm } from '../ui/colleague/colleague-field.tsx';
import { Dialog } from '../ui/control/dialog.tsx';
import { TitledSection } from '../ui/control/titled-section.tsx';
import { Unread } from '../ui/feedback/load-error.tsx';
import { useNotices } from '../ui/feedback/notices.tsx';
import { Pages, usePages } from '../ui/list/pagination.tsx';
import { usePeopleChanges, usePersonsDecks } from './person.queries.ts';

interface DeckToGive {
  id: number;
  title: string;
}

interface HandDeckOverModalProps {
  deck: DeckToGive | null;
  ownerName: string;
  onClose: () => void;
}

/** Asks to whom a deck of somebody is given. */
function HandDeckOverModal({ deck, ownerName, onClose }: HandDeckOverModalProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const { handDeckOver } = usePeopleChanges();
  return (
    <Dialog opened={deck !== null} onClose={onClose} title={deck && t`Hand over “${deck.title}”`}>
      {deck && (
        <Stack>
          <Text size="sm">
            {t`The deck becomes the other teacher’s at once. ${ownerName} may edit its cards until they take that back. What students have learnt stays.`}
          </Text>
          <ColleagueForm
            label={t`Hand the deck over`}
            button={(name) => t`Hand it over to ${name}`}
            run={async ({ login }) => {
              await handDeckOver(deck.id, login);
              notices.success(i18n._(noticeText.deckHandedOver));
              onClose();
            }}
            failed={failureText.deckHandoverFailed}
          />
        </Stack>
      )}
    </Dialog>
  );
}

const PAGE_SIZE = 10;

/** A person's decks, each of which the administrator may give to another teacher. */
export function PersonsDecks({ person }: { person: Pick<OnePerson, 'id' | 'name'> }) {
  const { t } = useLingui();
  const { data: decks, error, mutate } = usePersonsDecks(person.id);
  const [given, setGiven] = useState<DeckToGive | null>(null);
  const { items, ...pages } = usePages(decks ?? [], PAGE_SIZE);
  return (
    <TitledSection isCard order={3} gap="sm" title={t`Decks`}>
      {!decks && <Unread of={{ error, mutate }} height={88} radius="md" />}
      {decks?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t`No deck.`}
        </Text>
      )}
      {items.map((deck) => (
        <Group key={deck.id} gap="xs" justify="space-between">
          <Group gap="xs">
            <Text className="breakable">{deck.title}</Text>
            <Text size="sm" c="dimmed" className="tabular">
              <Plural value={deck.card_count} one="# card" other="# cards" />
            </Text>
            {deck.is_official && (
              <Badge variant="light" tt="none">
                {t`Official`}
              </Badge>
            )}
          </Group>
          <Button
            variant="subtle"
            h={44}
            aria-haspopup="dialog"
            aria-label={t`Hand it over: ${deck.title}`}
            onClick={() => setGiven(deck)}
          >
            {t`Hand it over…`}
          </Button>
        </Group>
      ))}
      <Pages {...pages} label={t`Pages of decks`} />
      <HandDeckOverModal deck={given} ownerName={person.name} onClose={() => setGiven(null)} />
    </TitledSection>
  );
}
