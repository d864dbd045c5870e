import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, SimpleGrid, Stack, Title } from '@mantine/core';
import { lazy, type ReactNode, useId, useRef, useState } from 'react';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { tagKey } from '../../../core/text/tags.ts';
import { useDeckChanges } from '../../deck/deck.changes.ts';
import { useDecks } from '../../deck/deck.queries.ts';
import { ShareDeckModal } from '../../deck/sharing/share-deck.modal.tsx';
import { useDeleteQuestion } from '../../deck/use-delete-question.ts';
import { useMaking } from '../../deck/use-making.ts';
import { useUndoOfDeletion } from '../../deck/use-undo-of-deletion.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { tagsOf } from '../../lib/text/tags-of.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useConfirmed } from '../../ui/feedback/use-confirmed.ts';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { pageOf } from '../../ui/list/page-of.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import { TeacherDeckCard } from './teacher-deck-card.tsx';
import { teacherDeckGroups } from './teacher-deck-groups.ts';

const DeckPreviewModal = lazy(() => import('../../flashcard/preview/deck-preview.modal.tsx'));

const PAGE_SIZE = 12;
const GRID_COLUMNS = { base: 1, xs: 2 };

interface TeacherDeckGridProps {
  decks: Deck[];
  card: (deck: Deck) => ReactNode;
}

/** Twelve decks a page. A new deck is the first, so its grid must be mounted again. */
function TeacherDeckGrid({ decks, card }: TeacherDeckGridProps) {
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
export function TeacherDecks() {
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
  const ownId = useId();
  const sharedId = useId();
  const officialId = useId();
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
      <Stack component="section" aria-labelledby={ownId}>
        <Title id={ownId} ref={heading} tabIndex={-1} order={2} size="h3">
          <Trans>Your decks</Trans>
        </Title>
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
              mayMake ? (
                <Trans>You have no deck yet. Give the first one a title, then add its cards.</Trans>
              ) : (
                <Trans>No deck.</Trans>
              )
            }
            action={
              mayMake && (
                <ButtonLink to={create()} variant="light">
                  <Trans>Make the first deck</Trans>
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
              />
            )}
          />
        )}
      </Stack>
      {shared.length > 0 && (
        <Stack component="section" aria-labelledby={sharedId}>
          <Title id={sharedId} order={2} size="h3">
            <Trans>Shared with you</Trans>
          </Title>
          <TeacherDeckGrid
            decks={shared}
            card={(deck) => (
              <TeacherDeckCard key={deck.id} deck={deck} onPreview={() => setPreviewed(deck)} />
            )}
          />
        </Stack>
      )}
      {official.length > 0 && mayMake && (
        <Stack component="section" aria-labelledby={officialId}>
          <Title id={officialId} order={2} size="h3">
            <Trans>Official decks</Trans>
          </Title>
          <TeacherDeckGrid
            decks={official}
            card={(deck) => (
              <TeacherDeckCard key={deck.id} deck={deck} onPreview={() => setPreviewed(deck)} />
            )}
          />
        </Stack>
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
