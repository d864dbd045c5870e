import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Container, Group, Portal, Stack, Table, Text, Title } from '@mantine/core';
import { IconEye, IconPrinter, IconTrash, IconUsers } from '@tabler/icons-react';
import { lazy, type ReactNode, useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { addressOf } from '../../../core/address.ts';
import { CARD_TEXT_NAMES } from '../../../core/contract/card-fields.ts';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { parseRowId } from '../../../core/contract/row-id.ts';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { AddCardForm } from '../../card/add-card-form.tsx';
import { AddManyLink, TableLink } from '../../card/card-links.tsx';
import { DeckCards } from '../../card/deck-cards.tsx';
import { CardAdditions } from '../../card/many/card-additions.tsx';
import { CardReports } from '../../card/reports/card-reports.tsx';
import { useCardChanges } from '../../deck/card.changes.ts';
import { useDeckChanges } from '../../deck/deck.changes.ts';
import { useDeck } from '../../deck/deck.queries.ts';
import { deckValues } from '../../deck/deck-rules.ts';
import { ExportMenu } from '../../deck/export-menu.tsx';
import { DeckOrigin } from '../../deck/sharing/deck-origin.tsx';
import { ShareDeckModal } from '../../deck/sharing/share-deck.modal.tsx';
import { useMaking } from '../../deck/use-making.ts';
import { getAll } from '../../lib/call/all-pages.ts';
import { errorMessages } from '../../lib/call/error-text.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { LAST_PAGE, usePage } from '../../lib/pages/use-query.ts';
import { CardText } from '../../marks/card-text.tsx';
import { formulasReady } from '../../marks/lazy-formula.tsx';
import { BackLink } from '../../ui/control/back-link.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { DeckBadges } from './deck-badges.tsx';
import { DeckForm } from './deck-form.tsx';
import layout from './deck-management.module.css';
import printDeckStyles from './print-deck.module.css';
import classes from './teacher-deck-card.module.css';

const printFailed = msg({ message: 'The cards could not be loaded to print them: {message}' });

function PrintDeck({ deck }: { deck: Pick<Deck, 'id' | 'title'> }) {
  const { t } = useLingui();
  const [cards, setCards] = useState<readonly Card[] | null>(null);

  // The browser stands still while it asks how to print; after that the page is what it was.
  useEffect(() => {
    if (!cards) return;
    const forget = () => setCards(null);
    window.addEventListener('afterprint', forget);
    window.print();
    return () => window.removeEventListener('afterprint', forget);
  }, [cards]);

  const [print, isLoading] = useAttempt(printFailed, async () => {
    const found = await getAll(addressOf('GET /api/decks/:deckId/cards', { params: { deckId: deck.id } }));
    // A page is printed as it stands at once.
    await formulasReady(found.flatMap((card) => CARD_TEXT_NAMES.map((name) => card[name])));
    setCards(found);
  });

  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={isLoading}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => void print()}
      >
        {t`Print`}
      </Button>
      {cards && <PrintedCards title={deck.title} cards={cards} />}
    </>
  );
}

function PrintedCards({ title, cards }: { title: string; cards: readonly Card[] }) {
  const { t } = useLingui();
  return (
    <Portal>
      <div className={`only-printed ${printDeckStyles.sheet}`} data-printed-alone>
        <Title order={1}>{title}</Title>
        <Table aria-label={t`Cards of the deck`} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Front`}</Table.Th>
              <Table.Th>{t`Back`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {cards.map((card) => (
              <Table.Tr key={card.id}>
                <Table.Td className={printDeckStyles.front}>
                  <Text fw={600}>
                    <CardText text={card.front} />
                  </Text>
                  {card.example_sentence && (
                    <Text size="sm">
                      <CardText text={card.example_sentence} />
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <Text>
                    <CardText text={card.back} />
                  </Text>
                  {card.definition && (
                    <Text size="sm">
                      <CardText text={card.definition} />
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Portal>
  );
}

function TrashLink({ deckId }: { deckId: number }) {
  const { t } = useLingui();
  const { deckTrash } = useAuthorPaths();
  return (
    <ButtonLink to={deckTrash(deckId)} variant="default" size="xs" icon={IconTrash}>
      {t`Trash`}
    </ButtonLink>
  );
}

const GiveDeckModal = lazy(() => import('../../classroom/desk/give-deck.modal.tsx'));
const DeckPreviewModal = lazy(() => import('../../flashcard/preview/deck-preview.modal.tsx'));

interface SectionProps {
  title: string;
  isCard?: boolean;
  children: ReactNode;
}

const Section = ({ children, ...props }: SectionProps) => (
  <TitledSection order={2} {...props}>
    <ErrorBoundary>{children}</ErrorBoundary>
  </TitledSection>
);

function DeckManagement({ deck }: { deck: Deck }) {
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
          <BackLink to={decks()}>{t`All decks`}</BackLink>
          <Title order={1} className={classes.text}>
            {deck.title}
          </Title>
          <Group gap="md">
            <DeckBadges deck={deck} />
            {!isStudent && (
              <Button size="xs" aria-haspopup="dialog" onClick={() => setGiving(true)}>
                {t`Give to a class`}
              </Button>
            )}
            <Button
              variant="default"
              size="xs"
              leftSection={<IconEye size={16} aria-hidden />}
              onClick={() => setPreviewing(true)}
            >
              {t`Preview`}
            </Button>
            {isStudent && deck.card_count > 0 && (
              <ButtonLink to={paths.learn(deck.id)} size="xs" variant="light">
                {t`Learn`}
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
                {t`Share…`}
              </Button>
            )}
          </Group>
          <DeckOrigin deck={deck} />
        </Stack>
        <div className={layout.sections}>
          <div className={`${layout.newCard} not-printed`}>
            <Section isCard title={t`New card`}>
              <AddCardForm deckId={deck.id} onAdded={follow} />
              <AddManyLink deckId={deck.id} />
            </Section>
          </div>
          <div className={layout.cards}>
            <Section title={t`Cards of the deck`}>
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
              <Section isCard title={t`Details`}>
                <DeckForm
                  mode="edit"
                  initial={deckValues(deck)}
                  onSave={(body) => update(deck.id, body)}
                  submitLabel={t`Save the details`}
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

function NotManageable({ error, reason }: { error?: unknown; reason?: string }) {
  const failed = useFailure();
  const { decks } = useAuthorPaths();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one notice is enough
  useEffect(() => failed(failureText.fetchDeckFailed, error, reason), []);
  return <Navigate to={decks()} replace />;
}

/** `asked` is the id as the address has it. */
export default function DeckManagementPage({ asked }: { asked: string }) {
  const { i18n } = useLingui();
  const { userId } = useSession();
  const { mayMake } = useMaking();
  const deckId = parseRowId(asked);
  const { data: deck, error } = useDeck(deckId);
  if (deckId === null) return <NotManageable reason={i18n._(errorMessages.deck_not_found)} />;
  if (deck?.shared?.may === 'use') return <NotManageable reason={i18n._(errorMessages.deck_only_used)} />;
  if (deck && deck.user_id !== userId && !deck.shared)
    return <NotManageable reason={i18n._(errorMessages.deck_not_owned)} />;
  if (deck && !mayMake) return <NotManageable reason={i18n._(errorMessages.own_decks_off)} />;
  if (deck) return <DeckManagement deck={deck} />;
  if (error) return <NotManageable error={error} />;
  return (
    <Container size="lg" py="xl">
      <Loading minHeight={320} />
    </Container>
  );
}
