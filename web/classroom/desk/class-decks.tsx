import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ClassDeck, Classroom } from '../../../core/classroom/classroom.schema.ts';
import { useDecks } from '../../deck/deck.queries.ts';
import { DeckSelect } from '../../deck/deck-select.tsx';
import { PreviewDeckButton } from '../../flashcard/preview/preview-deck-button.tsx';
import { callApi } from '../../lib/call/api-client.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { paths } from '../../lib/pages/paths.ts';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { useSubmit } from '../../ui/feedback/use-submit.ts';

interface AddClassDeckProps {
  classId: number;
  present: readonly ClassDeck[];
  onAdded: () => Promise<unknown>;
}

function AddClassDeck({ classId, present, onAdded }: AddClassDeckProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const decks = useDecks();
  const [deck, setDeck] = useState('');
  const { submit, sending, wasWrong, forgive } = useSubmit({
    check: () => deck === '',
    run: async () => {
      await callApi('POST /api/classes/:classId/decks', {
        params: { classId },
        body: { deck_id: Number(deck) },
      });
      notices.success(t`The deck has been added to the class.`);
      setDeck('');
    },
    failed: msg({ message: 'The deck could not be added: {message}' }),
    lastly: onAdded,
  });

  if (!decks.data) return <Unread of={decks} title={i18n._(noticeText.fetchDecksFailed)} height={62} />;
  const others = decks.data.filter(({ id }) => !present.some((own) => own.id === id));
  if (others.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t`The class has every deck that you could give it.`}
      </Text>
    );

  return (
    <form onSubmit={submit} noValidate aria-label={t`Add a deck to the class`}>
      <Group align="flex-start" gap="sm">
        <DeckSelect
          label={t`Add a deck`}
          flex="1 1 14rem"
          decks={others}
          value={deck}
          onChange={(chosen) => {
            setDeck(chosen);
            forgive();
          }}
          error={wasWrong && t`Please choose a deck`}
        />
        <Button
          type="submit"
          variant="light"
          // Beside the field, below its label.
          mt={{ base: 0, xs: 25 }}
          leftSection={<IconPlus size={18} aria-hidden />}
          loading={sending}
        >
          {t`Add deck`}
        </Button>
      </Group>
    </form>
  );
}

const ClassWaySelect = lazy(() => import('../class-way-select.tsx'));
const MixedUpModal = lazy(() => import('./mixed-up.modal.tsx'));

interface ClassDecksProps {
  classroom: Classroom;
  /** The class's decks are others now. */
  onChange: () => Promise<unknown>;
}

interface DeckRowProps {
  classId: number;
  deck: ClassDeck;
  /** The teacher's, who manages its cards; others are looked at. */
  isOwn: boolean;
  isArchived: boolean;
  busy: boolean;
  onChange: () => Promise<unknown>;
  onRemove: () => void;
}

function DeckRow({ classId, deck, isOwn, isArchived, busy, onChange, onRemove }: DeckRowProps) {
  const { t } = useLingui();
  const [isMixedUpOpen, setMixedUpOpen] = useState(false);
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={0} flex="1 1 12rem" miw={0}>
          {isOwn ? (
            <Anchor component={Link} to={paths.teacherDeck(deck.id)} fw={600} className="breakable lone-link">
              {deck.title}
            </Anchor>
          ) : (
            <Text fw={600} className="breakable">
              {deck.title}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {t`${plural(deck.card_count, { one: '# card', other: '# cards' })}`}
          </Text>
        </Stack>
        <Group gap={4} wrap="nowrap">
          <Button
            size="xs"
            variant="subtle"
            aria-haspopup="dialog"
            aria-label={t`Mixed up: ${deck.title}`}
            onClick={() => setMixedUpOpen(true)}
          >
            {t`Mixed up…`}
          </Button>
          {!isOwn && <PreviewDeckButton deck={deck} size="xs" variant="subtle" />}
          {!isArchived && (
            <Button
              size="xs"
              variant="subtle"
              color="red"
              loading={busy}
              aria-label={t`Remove: ${deck.title}`}
              onClick={onRemove}
            >
              {t`Remove`}
            </Button>
          )}
        </Group>
      </Group>
      <Suspense fallback={<Skeleton mt="xs" height={isArchived ? 22 : 67} />}>
        <ClassWaySelect classId={classId} deck={deck} isArchived={isArchived} onChange={onChange} />
      </Suspense>
      <LazyDialog opened={isMixedUpOpen}>
        <MixedUpModal
          classId={classId}
          deck={deck}
          opened={isMixedUpOpen}
          onClose={() => setMixedUpOpen(false)}
        />
      </LazyDialog>
    </Paper>
  );
}

export function ClassDecks({ classroom, onChange }: ClassDecksProps) {
  const { t } = useLingui();
  const titleId = useId();
  const notices = useNotices();
  const confirm = useConfirm();
  const failed = useFailure();
  const [removing, setRemoving] = useState<number | null>(null);
  const { userId } = useSession();
  const own = useDecks();
  const { decks } = classroom;
  const isArchived = classroom.archived_at !== null;

  const remove = async (deck: ClassDeck) => {
    const confirmed = await confirm({
      title: t`Remove “${deck.title}” from the class?`,
      text: t`The students' progress in this deck disappears from the figures of the class. Nothing is lost: it comes back when the deck is added again.`,
      confirmLabel: t`Remove the deck`,
      danger: true,
    });
    if (!confirmed) return;
    setRemoving(deck.id);
    try {
      const params = { classId: classroom.id, deckId: deck.id };
      await callApi('DELETE /api/classes/:classId/decks/:deckId', { params });
      notices.success(t`The deck has been removed from the class.`);
    } catch (error) {
      failed(msg({ message: 'The deck could not be removed: {message}' }), error);
    }
    await onChange();
    setRemoving(null);
  };

  return (
    <Stack component="section" aria-labelledby={titleId} gap="md">
      <Title id={titleId} order={2} size="h4">
        {t`Decks of the class`}
      </Title>
      {/* Above what grows: the button stays where it was pressed. */}
      {decks && !isArchived && <AddClassDeck classId={classroom.id} present={decks} onAdded={onChange} />}
      {!decks && <LoadingBlock height={70} radius="md" />}
      {decks?.length === 0 && (
        <Empty text={t`The class has no deck: there is nothing for it to study yet.`} />
      )}
      {decks && decks.length > 0 && (
        <Stack component="ul" gap="xs" className="plain-list" aria-labelledby={titleId}>
          {decks.toReversed().map((deck) => (
            <DeckRow
              key={deck.id}
              classId={classroom.id}
              deck={deck}
              isOwn={own.data?.some(({ id, user_id }) => id === deck.id && user_id === userId) ?? false}
              isArchived={isArchived}
              busy={removing === deck.id}
              onChange={onChange}
              onRemove={() => void remove(deck)}
            />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
