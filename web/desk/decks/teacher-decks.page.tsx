import { useLingui } from '@lingui/react/macro';
import {
  ActionIcon,
  Button,
  Container,
  Grid,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconEye, IconFileImport, IconPencil, IconPlus, IconTablePlus, IconTrash } from '@tabler/icons-react';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { STUDENT_CARDS_MAX, STUDENT_DECKS_MAX } from '../../../core/access/quota-limits.ts';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { tagKey } from '../../../core/text/tags.ts';
import { ReportedBadge } from '../../card/reports/reported-badge.tsx';
import { useUndoOfDeletion } from '../../deck/bring-back.ts';
import { useDeckChanges } from '../../deck/deck.changes.ts';
import { useDecks } from '../../deck/deck.queries.ts';
import { deckDescription } from '../../deck/deck-description.ts';
import { DeckMark } from '../../deck/deck-mark.tsx';
import { deckValues, NO_DECK } from '../../deck/deck-rules.ts';
import { DeckMenu } from '../../deck/sharing/deck-menu.tsx';
import { DeckOrigin } from '../../deck/sharing/deck-origin.tsx';
import { ShareDeckModal } from '../../deck/sharing/share-deck.modal.tsx';
import { useDeleteQuestion } from '../../deck/use-delete-question.ts';
import { useMaking } from '../../deck/use-making.ts';
import { errorMessages } from '../../lib/call/error-text.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { tagsOf } from '../../lib/text/tags-of.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { lazyNamed } from '../../ui/control/lazy-named.ts';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useConfirmed } from '../../ui/feedback/use-confirmed.ts';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { pageOf } from '../../ui/list/page-of.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import { DeckBadges } from './deck-badges.tsx';
import { DeckForm } from './deck-form.tsx';
import { DeckFrame } from './deck-frame.tsx';
import classes from './teacher-deck-card.module.css';

// Only where students make no more decks: elsewhere it is on the page of the deck.
const ExportMenu = lazyNamed('ExportMenu', () => import('../../deck/export-menu.tsx'));

interface TeacherDeckCardProps {
  deck: Deck;
  onPreview: () => void;
  /** Absent for the decks of others. */
  onDelete?: () => void;
  onShare?: (() => void) | undefined;
  onEdit?: () => void;
}

function TeacherDeckCard({ deck, onPreview, onDelete, onShare, onEdit }: TeacherDeckCardProps) {
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
          {t`It cannot be deleted while it is official.`}
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
            {t`Learn`}
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
            {t`Manage`}
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
          {t`Preview`}
        </Button>
        <Group gap={0} ml="auto" wrap="nowrap">
          {mayMake ? (
            <DeckMenu deck={deck} onShare={onShare} onEdit={onEdit} />
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

interface TeacherDeckGroups {
  /** The newest first, where a teacher looks for the deck just made. */
  own: Deck[];
  /** Of colleagues, by title. */
  shared: Deck[];
  /** Official decks of others: to be looked at, not to be changed. */
  official: Deck[];
}

export function teacherDeckGroups(decks: readonly Deck[], userId: number | null): TeacherDeckGroups {
  return {
    own: decks.filter(({ user_id }) => user_id === userId).sort((a, b) => b.id - a.id),
    shared: decks.filter(({ shared }) => shared !== undefined),
    official: decks.filter(
      ({ user_id, is_official, shared }) => is_official && user_id !== userId && shared === undefined,
    ),
  };
}

const DeckPreviewModal = lazy(() => import('../../flashcard/preview/deck-preview.modal.tsx'));

const PAGE_SIZE = 12;
const GRID_COLUMNS = { base: 1, xs: 2 };

/** Twelve decks a page. A new deck is the first, so its grid must be mounted again. */
function TeacherDeckGrid({ decks, card }: { decks: Deck[]; card: (deck: Deck) => ReactNode }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(1);
  const { items, page, pageCount } = pageOf(decks, chosen, PAGE_SIZE);
  return (
    <Stack gap="lg">
      <SimpleGrid cols={GRID_COLUMNS}>{items.map(card)}</SimpleGrid>
      <Pages total={pageCount} page={page} onChange={setChosen} label={t`Pages of decks`} />
    </Stack>
  );
}

/** The user's own decks, and below them those that colleagues share and the official ones of others. */
function TeacherDecks({ onEdit }: { onEdit: (deckId: number) => void }) {
  const { t, i18n } = useLingui();
  const { userId } = useSession();
  const { data, error, mutate } = useDecks();
  const [previewed, setPreviewed] = useState<Deck | null>(null);
  const [sharing, setSharing] = useState<Deck | null>(null);
  const [chosenTag, setTag] = useState('');
  const askToDelete = useAskToDelete();
  const { create } = useAuthorPaths();
  const { isStudent, mayMake } = useMaking();
  const heading = useRef<HTMLHeadingElement>(null);
  useFailedRead(error, failureText.fetchDecksFailed);

  const remove = async (deck: Deck) => {
    // The button that was pressed is gone: the keyboard would otherwise start again at the top of the page.
    if (await askToDelete(deck)) heading.current?.focus({ preventScroll: true });
  };
  const { own, shared, official } = teacherDeckGroups(data ?? [], userId);
  const newest = own[0]?.id;
  const tags = tagsOf(own, i18n.locale);
  // What no deck has any more is no choice either.
  const tag = tags.some(({ key }) => key === chosenTag) ? chosenTag : '';
  const tagged = own.filter((deck) => tag === '' || deck.tags?.some((one) => tagKey(one) === tag));
  return (
    <Stack gap={40}>
      <TitledSection order={2} heading={heading} title={t`Your decks`}>
        {!data && (
          <Unread
            of={{ error, mutate }}
            title={i18n._(noticeText.fetchDecksFailed)}
            rows={4}
            cols={GRID_COLUMNS}
            height={190}
            radius="lg"
          />
        )}
        {data && own.length === 0 && (
          <Empty
            text={
              mayMake ? t`You have no deck yet. Give the first one a title, then add its cards.` : t`No deck.`
            }
            action={
              mayMake && (
                <ButtonLink to={create()} variant="light">
                  {t`Make the first deck`}
                </ButtonLink>
              )
            }
          />
        )}
        {tags.length > 0 && (
          <NativeSelect
            maw={320}
            label={t`Tag`}
            value={tag}
            onChange={(event) => setTag(event.currentTarget.value)}
            data={[
              { value: '', label: t`All decks` },
              ...tags.map(({ key, tag: name }) => ({ value: key, label: name })),
            ]}
          />
        )}
        {own.length > 0 && (
          <TeacherDeckGrid
            key={`${newest} ${tag}`}
            decks={tagged}
            card={(deck) => (
              <TeacherDeckCard
                key={deck.id}
                deck={deck}
                onPreview={() => setPreviewed(deck)}
                onDelete={() => remove(deck)}
                onShare={isStudent ? undefined : () => setSharing(deck)}
                onEdit={() => onEdit(deck.id)}
              />
            )}
          />
        )}
      </TitledSection>
      {shared.length > 0 && (
        <TitledSection order={2} title={t`Shared with you`}>
          <TeacherDeckGrid
            decks={shared}
            card={(deck) => (
              <TeacherDeckCard key={deck.id} deck={deck} onPreview={() => setPreviewed(deck)} />
            )}
          />
        </TitledSection>
      )}
      {official.length > 0 && mayMake && (
        <TitledSection order={2} title={t`Official decks`}>
          <TeacherDeckGrid
            decks={official}
            card={(deck) => (
              <TeacherDeckCard key={deck.id} deck={deck} onPreview={() => setPreviewed(deck)} />
            )}
          />
        </TitledSection>
      )}
      <ShareDeckModal deck={sharing} onClose={() => setSharing(null)} />
      <LazyDialog opened={previewed !== null}>
        <DeckPreviewModal deck={previewed} onClose={() => setPreviewed(null)} />
      </LazyDialog>
    </Stack>
  );
}

/** Deletes a deck after a question that says what goes with it; true when it is gone. */
function useAskToDelete(): (deck: Deck) => Promise<boolean> {
  const question = useDeleteQuestion();
  const undo = useUndoOfDeletion();
  const { remove } = useDeckChanges();
  const { ask } = useConfirmed<Deck>({
    question,
    run: ({ id }) => remove(id),
    done: noticeText.deckDeleted,
    failed: failureText.deckDeleteFailed,
    undo: ({ id }) => undo.deck(id),
  });
  return ask;
}

function OwnDecksNote({ mayMake }: { mayMake: boolean }) {
  const { t, i18n } = useLingui();
  return (
    <Text c="dimmed" size="sm">
      {mayMake
        ? t`Nobody else sees them. At most ${STUDENT_DECKS_MAX} decks of ${STUDENT_CARDS_MAX} cards.`
        : i18n._(errorMessages.own_decks_off)}
    </Text>
  );
}

interface DeckFormPlaceProps {
  /** The one that is edited; without one the form makes decks. */
  deck: Deck | undefined;
  /** Of the form for another one. */
  title: RefObject<HTMLInputElement | null>;
  onEnd: () => void;
}

/** The form at the side, which makes decks, or edits the one that was chosen in the list. */
function DeckFormPlace({ deck, title, onEnd }: DeckFormPlaceProps) {
  const { t } = useLingui();
  const { create, update } = useDeckChanges();
  const heading = useRef<HTMLHeadingElement>(null);
  const editedTitle = useRef<HTMLInputElement>(null);
  const deckId = deck?.id;
  useEffect(() => {
    if (deckId === undefined) return;
    // On a phone the form is far below the menu that was pressed.
    editedTitle.current?.scrollIntoView({ block: 'center' });
    editedTitle.current?.focus({ preventScroll: true });
    return () => heading.current?.focus({ preventScroll: true });
  }, [deckId]);
  return (
    <Paper withBorder radius="lg" p="lg">
      <Stack>
        <Title order={2} size="h3" ref={heading} tabIndex={-1}>
          {deck ? t`Edit the deck` : t`New deck`}
        </Title>
        {/* Kept meanwhile: somebody may have begun to write. */}
        <div hidden={deck !== undefined}>
          <DeckForm
            mode="create"
            initial={NO_DECK}
            onSave={create}
            submitLabel={t`Create the deck`}
            titleRef={title}
          />
        </div>
        {deck && (
          <DeckForm
            key={deck.id}
            mode="edit"
            initial={deckValues(deck)}
            onSave={async (body) => {
              await update(deck.id, body);
              onEnd();
            }}
            onCancel={onEnd}
            submitLabel={t`Save`}
            titleRef={editedTitle}
          />
        )}
      </Stack>
    </Paper>
  );
}

/** A teacher's decks, or a student's own, and the form for another one. The address for creating focuses it. */
export default function TeacherDecksPage() {
  const { t } = useLingui();
  const { pathname, key } = useLocation();
  const title = useRef<HTMLInputElement>(null);
  const author = useAuthorPaths();
  const { isStudent, mayMake } = useMaking();
  const isCreating = pathname === author.create();
  usePageTitle(isCreating ? t`New deck` : isStudent ? t`Decks I made` : t`Decks`);

  // biome-ignore lint/correctness/useExhaustiveDependencies: following the link a second time focuses again
  useEffect(() => {
    if (isCreating) title.current?.focus();
  }, [isCreating, key]);

  // The decks stand before the form where there is one column, and push it out of sight when they arrive.
  const listed = useDecks().data;
  const isListed = listed !== undefined;
  useEffect(() => {
    if (isCreating && isListed && document.activeElement === title.current)
      title.current?.scrollIntoView({ block: 'center' });
  }, [isCreating, isListed]);

  const [edited, setEdited] = useState<number | null>(null);
  // One that is deleted meanwhile is edited no more.
  const deck = listed?.find(({ id }) => id === edited);
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="xl">
        <Group justify="space-between" align="flex-end">
          <div>
            <Title order={1}>{isStudent ? t`Decks I made` : t`Decks`}</Title>
            <Text c="dimmed">
              {t`Any subject: whatever has a question on one side and an answer on the other.`}
            </Text>
            {isStudent && <OwnDecksNote mayMake={mayMake} />}
          </div>
          <Group gap="sm">
            <ButtonLink to={author.trash()} variant="subtle" icon={IconTrash}>
              {t`Trash`}
            </ButtonLink>
            {mayMake && (
              <>
                <ButtonLink to={author.paste()} variant="light" icon={IconTablePlus}>
                  {t`Paste a list`}
                </ButtonLink>
                <ButtonLink to={author.import()} variant="light" icon={IconFileImport}>
                  {t`Import a file`}
                </ButtonLink>
                <ButtonLink to={author.create()} hiddenFrom="md" variant="light" icon={IconPlus}>
                  {t`New deck`}
                </ButtonLink>
              </>
            )}
          </Group>
        </Group>
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: mayMake ? 8 : 12 }}>
            <ErrorBoundary>
              <TeacherDecks onEdit={setEdited} />
            </ErrorBoundary>
          </Grid.Col>
          {mayMake && (
            <Grid.Col span={{ base: 12, md: 4 }}>
              <DeckFormPlace deck={deck} title={title} onEnd={() => setEdited(null)} />
            </Grid.Col>
          )}
        </Grid>
      </Stack>
    </Container>
  );
}
