import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useId } from 'react';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { ReportedBadge } from '../../card/reports/reported-badge.tsx';
import { deckDescription } from '../../deck/deck-description.ts';
import { DeckMark } from '../../deck/deck-mark.tsx';
import { DeckMenu } from '../../deck/sharing/deck-menu.tsx';
import { DeckOrigin } from '../../deck/sharing/deck-origin.tsx';
import { useMaking } from '../../deck/use-making.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { DeckBadges } from './deck-badges.tsx';
import { DeckFrame } from './deck-frame.tsx';
import classes from './teacher-deck-card.module.css';

// Only where students make no more decks: elsewhere it is on the page of the deck.
const ExportMenu = lazy(async () => {
  const { ExportMenu } = await import('../../deck/export-menu.tsx');
  return { default: ExportMenu };
});

interface TeacherDeckCardProps {
  deck: Deck;
  onPreview: () => void;
  /** Absent for the decks of others. */
  onDelete?: () => void;
  onShare?: (() => void) | undefined;
}

export function TeacherDeckCard({ deck, onPreview, onDelete, onShare }: TeacherDeckCardProps) {
  const { t, i18n } = useLingui();
  const { deck: pathOf } = useAuthorPaths();
  const { isStudent, mayMake } = useMaking();
  const titleId = useId();
  const keptId = useId();
  // Only what comes with the product has a text for a deck that says nothing of itself.
  const description = onDelete || deck.shared ? deck.description : deckDescription(i18n, deck);
  const isEditable = onDelete !== undefined || deck.shared?.may === 'edit';
  const isKept = onDelete !== undefined && deck.is_official;
  return (
    <DeckFrame deck={deck} titleId={titleId}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <DeckMark deck={deck} />
        <Stack gap={6} align="flex-end">
          <DeckBadges deck={deck} withClasses={onDelete !== undefined} />
          {isEditable && !isStudent && <ReportedBadge deckId={deck.id} />}
        </Stack>
      </Group>
      <Stack gap={4} flex={1}>
        <Title id={titleId} order={3} size="h4" className={classes.text}>
          {deck.title}
        </Title>
        {description && (
          <Text c="dimmed" size="sm" className={classes.text}>
            {description}
          </Text>
        )}
        <DeckOrigin deck={deck} />
      </Stack>
      {isKept && (
        <Text id={keptId} size="xs" c="dimmed">
          <Trans>It cannot be deleted while it is official.</Trans>
        </Text>
      )}
      <Group gap="xs">
        {isStudent && deck.card_count > 0 && (
          <ButtonLink
            to={paths.learn(deck.id)}
            variant="light"
            size="sm"
            px="sm"
            aria-label={t`Learn: ${deck.title}`}
          >
            <Trans>Learn</Trans>
          </ButtonLink>
        )}
        {isEditable && mayMake && (
          <ButtonLink
            to={pathOf(deck.id)}
            variant="subtle"
            size="sm"
            px="sm"
            leftSection={<IconPencil size={16} aria-hidden />}
            aria-label={t`Manage: ${deck.title}`}
          >
            <Trans>Manage</Trans>
          </ButtonLink>
        )}
        <Button
          variant="subtle"
          size="sm"
          px="sm"
          leftSection={<IconEye size={16} aria-hidden />}
          aria-label={t`Preview: ${deck.title}`}
          onClick={onPreview}
        >
          <Trans>Preview</Trans>
        </Button>
        <Group gap={0} ml="auto" wrap="nowrap">
          {mayMake ? (
            <DeckMenu deck={deck} onShare={onShare} />
          ) : (
            <Suspense>
              <ExportMenu deckId={deck.id} title={deck.title} />
            </Suspense>
          )}
          {onDelete && (
            <ActionIcon
              variant="subtle"
              color="red"
              size={44}
              aria-label={t`Delete: ${deck.title}`}
              aria-describedby={isKept ? keptId : undefined}
              disabled={isKept}
              onClick={onDelete}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Group>
    </DeckFrame>
  );
}
