import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Container, Group, Paper, Stack, Title } from '@mantine/core';
import { IconEye, IconTrash, IconUsers } from '@tabler/icons-react';
import { lazy, type ReactNode, useId, useState } from 'react';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { AddCardForm } from '../../card/add-card-form.tsx';
import { DeckCards } from '../../card/deck-cards.tsx';
import { AddManyLink } from '../../card/many/add-many-link.tsx';
import { CardAdditions } from '../../card/many/card-additions.tsx';
import { CardReports } from '../../card/reports/card-reports.tsx';
import { TableLink } from '../../card/table/table-link.tsx';
import { useCardChanges } from '../../deck/card.changes.ts';
import { useDeckChanges } from '../../deck/deck.changes.ts';
import { deckValues } from '../../deck/deck-rules.ts';
import { ExportMenu } from '../../deck/export-menu.tsx';
import { DeckOrigin } from '../../deck/sharing/deck-origin.tsx';
import { ShareDeckModal } from '../../deck/sharing/share-deck.modal.tsx';
import { useMaking } from '../../deck/use-making.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { LAST_PAGE, usePage } from '../../lib/pages/use-query.ts';
import { BackLink } from '../../ui/control/back-link.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { DeckBadges } from './deck-badges.tsx';
import { DeckForm } from './deck-form.tsx';
import layout from './deck-management.module.css';
import { PrintDeck } from './print-deck.tsx';
import classes from './teacher-deck-card.module.css';

/** Leads to the deleted cards of a deck. */
function TrashLink({ deckId }: { deckId: number }) {
  const { deckTrash } = useAuthorPaths();
  return (
    <ButtonLink to={deckTrash(deckId)} variant="default" size="xs" icon={IconTrash}>
      <Trans>Trash</Trans>
    </ButtonLink>
  );
}

const GiveDeckModal = lazy(() => import('../../classroom/desk/give-deck.modal.tsx'));
const DeckPreviewModal = lazy(() => import('../../flashcard/preview/deck-preview.modal.tsx'));

function Section({ title, framed, children }: { title: ReactNode; framed?: boolean; children: ReactNode }) {
  const titleId = useId();
  const content = (
    <Stack component="section" aria-labelledby={titleId}>
      <Title id={titleId} order={2} size="h3">
        {title}
      </Title>
      <ErrorBoundary>{children}</ErrorBoundary>
    </Stack>
  );
  if (!framed) return content;
  return (
    <Paper withBorder radius="lg" p="lg">
      {content}
    </Paper>
  );
}

/** A deck of the user's own, its cards and its details; of a colleague's only the cards. */
export function DeckManagement({ deck }: { deck: Deck }) {
  const { t } = useLingui();
  const [page, setPage] = usePage();
  const [added, setAdded] = useState<number>();
  // A new card is at the end, and the list follows there.
  const follow = (cardId: number) => {
    setPage(LAST_PAGE, true);
    setAdded(cardId);
  };
  const [previewing, setPreviewing] = useState(false);
  const [isGiving, setGiving] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const { update } = useDeckChanges();
  const { update: updateCard } = useCardChanges();
  const isOwn = deck.shared === undefined;
  const { decks } = useAuthorPaths();
  const { isStudent } = useMaking();
  usePageTitle(t`Deck: ${deck.title}`);
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="xl">
        <Stack gap="xs" align="flex-start">
          <BackLink to={decks()}>
            <Trans>All decks</Trans>
          </BackLink>
          <Title order={1} className={classes.text}>
            {deck.title}
          </Title>
          <Group gap="md">
            <DeckBadges deck={deck} />
            {!isStudent && (
              <Button size="xs" aria-haspopup="dialog" onClick={() => setGiving(true)}>
                <Trans>Give to a class</Trans>
              </Button>
            )}
            <Button
              variant="default"
              size="xs"
              leftSection={<IconEye size={16} aria-hidden />}
              onClick={() => setPreviewing(true)}
            >
              <Trans>Preview</Trans>
            </Button>
            {isStudent && deck.card_count > 0 && (
              <ButtonLink to={paths.learn(deck.id)} size="xs" variant="light">
                <Trans>Learn</Trans>
              </ButtonLink>
            )}
            <TableLink deckId={deck.id} />
            <TrashLink deckId={deck.id} />
            <PrintDeck deck={deck} />
            <ExportMenu deckId={deck.id} title={deck.title} />
            {isOwn && !isStudent && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconUsers size={16} aria-hidden />}
                aria-haspopup="dialog"
                onClick={() => setSharing(true)}
              >
                <Trans>Share…</Trans>
              </Button>
            )}
          </Group>
          <DeckOrigin deck={deck} />
        </Stack>
        <div className={layout.sections}>
          <div className={`${layout.newCard} not-printed`}>
            <Section framed title={<Trans>New card</Trans>}>
              <AddCardForm deckId={deck.id} onAdded={follow} />
              <AddManyLink deckId={deck.id} />
            </Section>
          </div>
          <div className={layout.cards}>
            <Section title={<Trans>Cards of the deck</Trans>}>
              {!isStudent && <CardReports deckId={deck.id} updateCard={updateCard} />}
              <CardAdditions deckId={deck.id} />
              <DeckCards
                deckId={deck.id}
                isShared={!isOwn || deck.colleague_count !== undefined}
                page={page}
                onPage={setPage}
                added={added}
              />
            </Section>
          </div>
          {isOwn && (
            <div className={`${layout.details} not-printed`}>
              <Section framed title={<Trans>Details</Trans>}>
                <DeckForm
                  mode="edit"
                  initial={deckValues(deck)}
                  onSave={(body) => update(deck.id, body)}
                  submitLabel={<Trans>Save the details</Trans>}
                />
              </Section>
            </div>
          )}
        </div>
      </Stack>
      <ShareDeckModal deck={isSharing ? deck : null} onClose={() => setSharing(false)} />
      <LazyDialog opened={isGiving}>
        <GiveDeckModal deckId={deck.id} opened={isGiving} onClose={() => setGiving(false)} />
      </LazyDialog>
      <LazyDialog opened={previewing}>
        <DeckPreviewModal deck={previewing ? deck : null} onClose={() => setPreviewing(false)} />
      </LazyDialog>
    </Container>
  );
}
