import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { OnePerson, PrivateDeck } from '../../core/person/person.schema.ts';
import { broughtBackText } from '../deck/bring-back.ts';
import { failureText, noticeText } from '../lib/call/notice-text.ts';
import { dateOnly } from '../lib/text/date-text.ts';
import { ColleagueForm } from '../ui/colleague/colleague-field.tsx';
import { Dialog } from '../ui/control/dialog.tsx';
import { TitledSection } from '../ui/control/titled-section.tsx';
import { Unread } from '../ui/feedback/load-error.tsx';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useConfirmed } from '../ui/feedback/use-confirmed.ts';
import { useAttempt } from '../ui/feedback/use-submit.ts';
import { Pages, usePages } from '../ui/list/pagination.tsx';
import { usePeopleChanges, usePersonsDecks, usePrivateDecks } from './person.queries.ts';

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

/** The decks that a student made, of which the administrator sees no more than how many cards there are. */
export function PrivateDecks({ person }: { person: Pick<OnePerson, 'id' | 'name'> }) {
  const { t, i18n } = useLingui();
  const { name } = person;
  const notices = useNotices();
  const { deletePrivateDeck, bringPrivateDeckBack } = usePeopleChanges();
  const { data: decks, error, mutate } = usePrivateDecks(person.id);
  const { items, ...pages } = usePages(decks ?? [], PAGE_SIZE);
  const cardsOf = ({ card_count }: PrivateDeck) =>
    t`${plural(card_count, { one: '# card', other: '# cards' })}`;
  const madeOn = ({ created_at }: PrivateDeck) => {
    const day = dateOnly(i18n.locale, new Date(created_at));
    return t`made on ${day}`;
  };
  const [bringBack] = useAttempt(broughtBackText.failed, async (deck: PrivateDeck) => {
    await bringPrivateDeckBack(deck.id);
    notices.success(i18n._(broughtBackText.deck));
  });
  const { ask, isRunning } = useConfirmed<PrivateDeck>({
    question: (deck) => {
      const cards = cardsOf(deck);
      return {
        title: t`Delete a deck of ${name}?`,
        text: t`It has ${cards} that nobody else has seen. It stays in your trash for 30 days; ${name} sees that an administrator has deleted it.`,
        confirmLabel: t`Delete the deck`,
        danger: true,
      };
    },
    run: ({ id }) => deletePrivateDeck(id),
    done: noticeText.deckDeleted,
    failed: failureText.deckDeleteFailed,
    undo: (deck) => void bringBack(deck),
  });
  return (
    <TitledSection
      isCard
      order={3}
      gap="sm"
      title={t`Decks`}
      text={t`What a student makes is nobody else’s: neither its title nor its cards are shown here.`}
    >
      {!decks && <Unread of={{ error, mutate }} height={88} radius="md" />}
      {items.map((deck) => (
        <Group key={deck.id} gap="xs" justify="space-between">
          <Group gap="xs">
            <Text>{t`A student’s deck`}</Text>
            <Text size="sm" c="dimmed" className="tabular">
              {`${cardsOf(deck)} · ${madeOn(deck)}`}
            </Text>
          </Group>
          <Button
            variant="subtle"
            color="red"
            h={44}
            disabled={isRunning}
            aria-haspopup="dialog"
            aria-label={t`Delete the deck: ${cardsOf(deck)}, ${madeOn(deck)}`}
            onClick={() => void ask(deck)}
          >
            {t`Delete`}
          </Button>
        </Group>
      ))}
      <Pages {...pages} label={t`Pages of decks`} />
    </TitledSection>
  );
}
