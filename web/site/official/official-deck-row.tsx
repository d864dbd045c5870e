import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { ManagedDeck } from '../../../core/deck/deck.schema.ts';
import { ReportedBadge } from '../../card/reports/reported-badge.tsx';
import { paths } from '../../lib/pages/paths.ts';
import { useConfirmed } from '../../ui/feedback/use-confirmed.ts';
import { useManagedDeckChanges } from '../managed-deck.queries.ts';
import { useAskToDeleteAnyDeck } from './use-ask-to-delete-any-deck.ts';

function DeckFacts({ deck, titleId }: { deck: ManagedDeck; titleId: string }) {
  const { t } = useLingui();
  const label = deck.official_button_label ?? t`Learn`;
  return (
    <Stack gap={4} miw={0} className="breakable">
      <Title id={titleId} order={3} size="h5">
        {deck.title}
      </Title>
      <Text size="sm">
        <Trans>Button: {label}</Trans>
      </Text>
      <Group gap={6}>
        <Anchor
          component={Link}
          to={paths.adminCards(deck.id)}
          size="sm"
          className="lone-link"
          miw={{ base: 44, sm: 0 }}
          aria-label={t`${plural(deck.card_count, { one: '# card', other: '# cards' })}: ${deck.title}`}
        >
          <Plural value={deck.card_count} one="# card" other="# cards" />
        </Anchor>
        {deck.class_count > 0 && (
          <Badge variant="light" color="gray" className="tabular" tt="none">
            <Plural value={deck.class_count} one="In # class" other="In # classes" />
          </Badge>
        )}
        <ReportedBadge deckId={deck.id} />
        <Text span size="sm" c="dimmed">
          <Trans>Owner: {deck.owner.name}</Trans>
        </Text>
      </Group>
    </Stack>
  );
}

interface OfficialDeckRowProps {
  deck: ManagedDeck;
  onEdit: () => void;
  /** It is no longer in the list. */
  onGone: () => void;
}

export function OfficialDeckRow({ deck, onEdit, onGone }: OfficialDeckRowProps) {
  const { t } = useLingui();
  const titleId = useId();
  const { ask: askToDelete, deleting } = useAskToDeleteAnyDeck();
  const askToUnmark = useAskToUnmark();
  const after = async (gone: Promise<boolean>) => {
    if (await gone) onGone();
  };
  return (
    <Paper component="li" withBorder radius="md" p="md" aria-labelledby={titleId}>
      <Stack gap="sm">
        <DeckFacts deck={deck} titleId={titleId} />
        <Group gap="xs">
          <Button
            size="xs"
            variant="light"
            data-edit={deck.id}
            aria-label={t`Edit: ${deck.title}`}
            disabled={deleting}
            onClick={onEdit}
          >
            <Trans>Edit</Trans>
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t`Remove official: ${deck.title}`}
            disabled={deleting}
            onClick={() => after(askToUnmark(deck))}
          >
            <Trans>Remove official</Trans>
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={t`Delete: ${deck.title}`}
            loading={deleting}
            onClick={() => after(askToDelete(deck))}
          >
            <Trans>Delete</Trans>
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** Makes an official deck an ordinary one again, after a question; true when it is one. */
function useAskToUnmark(): (deck: ManagedDeck) => Promise<boolean> {
  const { t } = useLingui();
  const { unmark } = useManagedDeckChanges();
  const { ask } = useConfirmed<ManagedDeck>({
    question: ({ title, owner }) => ({
      title: t`Remove “${title}” from the official decks?`,
      text: t`The deck stays with ${owner.name}, with all its cards. Students can then study it only in a class that has it.`,
      confirmLabel: t`Remove official`,
    }),
    run: ({ id }) => unmark(id),
    done: msg`The deck is no longer official.`,
    failed: msg({ message: 'The mark could not be taken away: {message}' }),
  });
  return ask;
}
