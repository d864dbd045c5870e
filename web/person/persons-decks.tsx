import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { OnePerson } from '../../core/person/person.schema.ts';
import { Unread } from '../ui/feedback/unread.tsx';
import { pageOf } from '../ui/list/page-of.ts';
import { Pages } from '../ui/list/pagination.tsx';
import { type DeckToGive, HandDeckOverModal } from './hand-deck-over.modal.tsx';
import { usePersonsDecks } from './person.queries.ts';

const PAGE_SIZE = 10;

/** A person's decks, each of which the administrator may give to another teacher. */
export function PersonsDecks({ person }: { person: Pick<OnePerson, 'id' | 'name'> }) {
  const { t } = useLingui();
  const { data: decks, error, mutate } = usePersonsDecks(person.id);
  const [chosen, setChosen] = useState(1);
  const [given, setGiven] = useState<DeckToGive | null>(null);
  const { items, page, pageCount } = pageOf(decks ?? [], chosen, PAGE_SIZE);
  return (
    <Paper component="section" aria-labelledby="decks-title" withBorder radius="lg" p="lg">
      <Stack gap="sm">
        <Title id="decks-title" order={3} size="h4">
          <Trans>Decks</Trans>
        </Title>
        {!decks && <Unread of={{ error, mutate }} height={88} radius="md" />}
        {decks?.length === 0 && (
          <Text size="sm" c="dimmed">
            <Trans>No deck.</Trans>
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
                  <Trans>Official</Trans>
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
              <Trans>Hand it over…</Trans>
            </Button>
          </Group>
        ))}
        <Pages total={pageCount} page={page} onChange={setChosen} label={t`Pages of decks`} />
      </Stack>
      <HandDeckOverModal deck={given} ownerName={person.name} onClose={() => setGiven(null)} />
    </Paper>
  );
}
