import { msg, plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import {
  Anchor,
  Badge,
  Button,
  Group,
  Paper,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ManagedDeck } from '../../../core/deck/deck.schema.ts';
import { DECK_DESCRIPTION_MAX, DECK_TITLE_MAX, OFFICIAL_LABEL_MAX } from '../../../core/deck/deck-limits.ts';
import type { OfficialDeckChanges } from '../../../core/site/official-deck.schema.ts';
import { graphemeCount } from '../../../core/text/grapheme-count.ts';
import { ReportedBadge } from '../../card/reports/reported-badge.tsx';
import { ApiError } from '../../lib/call/api-client.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { type FieldProblem, fieldProblemText } from '../../ui/control/field-problem.ts';
import { LetterCounter } from '../../ui/control/letter-counter.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useConfirmed } from '../../ui/feedback/use-confirmed.ts';
import { useFailedRead, useFailure } from '../../ui/feedback/use-failure.ts';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import { Pages, usePages } from '../../ui/list/pagination.tsx';
import { useManagedDeckChanges, useManagedDecks } from '../managed-deck.queries.ts';
import { ManagedDeckSelect } from '../managed-deck-select.tsx';
import { TrashDisclosure, useAskToDeleteAnyDeck } from './any-deck-deletion.tsx';
import classes from './managed-deck.module.css';

interface OfficialDeckValues {
  deckId: number | null;
  label: string;
  title: string;
  description: string;
}

/** In the order of the form. */
type OfficialDeckProblems = Partial<Record<keyof OfficialDeckValues, FieldProblem>>;

export const NO_OFFICIAL_DECK: OfficialDeckValues = { deckId: null, label: '', title: '', description: '' };

export const officialDeckValues = (deck: ManagedDeck, label: string): OfficialDeckValues => ({
  deckId: deck.id,
  label: deck.official_button_label ?? label,
  title: deck.title,
  description: deck.description ?? '',
});

const isLonger = (text: string, limit: number): boolean => graphemeCount(text.trim()) > limit;

/** A deck that becomes official keeps its title and description; only later can they be edited here. */
export function checkOfficialDeck(values: OfficialDeckValues, isEdited: boolean): OfficialDeckProblems {
  const problems: OfficialDeckProblems = {};
  if (values.deckId === null) problems.deckId = 'required';
  if (isEdited && values.title.trim() === '') problems.title = 'required';
  if (isEdited && isLonger(values.title, DECK_TITLE_MAX)) problems.title = 'long';
  if (isEdited && isLonger(values.description, DECK_DESCRIPTION_MAX)) problems.description = 'long';
  if (values.label.trim() === '') problems.label = 'required';
  if (isLonger(values.label, OFFICIAL_LABEL_MAX)) problems.label = 'long';
  return problems;
}

export const toOfficialDeckChanges = (values: OfficialDeckValues): Required<OfficialDeckChanges> => ({
  official_button_label: values.label.trim(),
  title: values.title.trim(),
  description: values.description.trim() || null,
});

function refusedFields(error: unknown): OfficialDeckProblems {
  const names = error instanceof ApiError ? Object.keys(error.errors ?? {}) : [];
  return {
    ...(names.includes('title') && { title: 'refused' }),
    ...(names.includes('description') && { description: 'refused' }),
    ...(names.includes('official_button_label') && { label: 'refused' }),
  };
}

/** Returns what is chosen and typed, and a function that sends it. What the server refuses stays. */
function useOfficialDeckForm(edited: ManagedDeck | null, onUpdated: () => void) {
  const { t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const { mark, update } = useManagedDeckChanges();
  // The button of a deck without a label says so, too.
  const learn = t`Learn`;
  const none = { ...NO_OFFICIAL_DECK, label: learn };
  const [values, setValues] = useState(edited ? officialDeckValues(edited, learn) : none);
  const [refused, setRefused] = useState<OfficialDeckProblems>({});
  const found = checkOfficialDeck(values, edited !== null);

  const change = (changed: Partial<OfficialDeckValues>) => {
    setValues((current) => ({ ...current, ...changed }));
    setRefused({});
  };

  const { submit, sending, wasWrong } = useSubmit({
    check: (form) => {
      const [firstWrong] = Object.keys(found);
      const deck = firstWrong === 'deckId' && form.querySelector('[role=combobox]');
      if (deck instanceof HTMLElement) deck.focus();
      return firstWrong;
    },
    run: async () => {
      if (values.deckId === null) return;
      if (edited) await update(values.deckId, toOfficialDeckChanges(values));
      else await mark({ deck_id: values.deckId, official_button_label: values.label.trim() });
      notices.success(t`The official deck has been saved.`);
      if (edited) onUpdated();
      else setValues(none);
    },
    failed: (error) => {
      setRefused(refusedFields(error));
      failed(msg({ message: 'The official deck could not be saved: {message}' }), error);
    },
  });

  return { values, problems: { ...refused, ...(wasWrong && found) }, saving: sending, change, submit };
}

interface OfficialDeckFormProps {
  decks: readonly ManagedDeck[];
  /** The official deck to edit; without one, another deck is made official. */
  edited: ManagedDeck | null;
  /** After an update, and after the decision against one. */
  onDone: () => void;
}

const COUNTED = ['label', 'input', 'error', 'description'] as ('label' | 'input' | 'error' | 'description')[];

function OfficialDeckForm({ decks, edited, onDone }: OfficialDeckFormProps) {
  const { t, i18n } = useLingui();
  const title = useRef<HTMLInputElement>(null);
  const { values, problems, saving, change, submit } = useOfficialDeckForm(edited, onDone);
  const isEdited = edited !== null;
  useEffect(() => title.current?.focus(), []);

  const errorOf = (name: keyof OfficialDeckValues) => {
    const problem = problems[name];
    return problem && i18n._(fieldProblemText[problem]);
  };
  const text = (name: 'label' | 'title' | 'description', limit: number) => ({
    name,
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
    error: errorOf(name),
    autoComplete: 'off',
    readOnly: saving,
    inputWrapperOrder: COUNTED,
    description: <LetterCounter text={values[name].trim()} limit={limit} />,
  });
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={isEdited ? t`Edit the official deck` : t`New official deck`}
    >
      <Stack>
        <ManagedDeckSelect
          label={t`Deck`}
          required
          decks={isEdited ? [edited] : decks.filter(({ is_official }) => !is_official)}
          disabled={isEdited}
          value={values.deckId}
          onChange={(deckId) => change({ deckId })}
          error={errorOf('deckId')}
        />
        {isEdited && (
          <>
            <TextInput
              {...text('title', DECK_TITLE_MAX)}
              ref={title}
              label={t`Title`}
              required
              withAsterisk={false}
            />
            <Textarea
              {...text('description', DECK_DESCRIPTION_MAX)}
              label={t`Description (optional)`}
              autosize
              minRows={2}
            />
          </>
        )}
        <TextInput
          {...text('label', OFFICIAL_LABEL_MAX)}
          label={t`Label of its button`}
          required
          withAsterisk={false}
        />
        <Group gap="sm">
          <Button type="submit" loading={saving}>
            {isEdited ? t`Update the deck` : t`Make it official`}
          </Button>
          {isEdited && (
            <Button variant="default" onClick={onDone}>
              {t`Cancel`}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function DeckFacts({ deck, titleId }: { deck: ManagedDeck; titleId: string }) {
  const { t } = useLingui();
  const label = deck.official_button_label ?? t`Learn`;
  return (
    <Stack gap={4} miw={0} className="breakable">
      <Title id={titleId} order={3} size="h5">
        {deck.title}
      </Title>
      <Text size="sm">{t`Button: ${label}`}</Text>
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
          {t`Owner: ${deck.owner.name}`}
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

function OfficialDeckRow({ deck, onEdit, onGone }: OfficialDeckRowProps) {
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
            {t`Edit`}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t`Remove official: ${deck.title}`}
            disabled={deleting}
            onClick={() => after(askToUnmark(deck))}
          >
            {t`Remove official`}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={t`Delete: ${deck.title}`}
            loading={deleting}
            onClick={() => after(askToDelete(deck))}
          >
            {t`Delete`}
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

const PAGE_SIZE = 12;

interface OfficialDeckRowsProps {
  decks: readonly ManagedDeck[];
  listRef: RefObject<HTMLDivElement | null>;
  onEdit: (deckId: number) => void;
}

function OfficialDeckRows({ decks, listRef, onEdit }: OfficialDeckRowsProps) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const { items, ...pages } = usePages(decks, PAGE_SIZE);
  // The button that was pressed is gone: the keyboard would otherwise start again at the top of the page.
  const onGone = () => heading.current?.focus({ preventScroll: true });
  return (
    <Stack component="section" aria-labelledby="official-decks-title">
      <div>
        <Title id="official-decks-title" ref={heading} tabIndex={-1} order={2} size="h3">
          {t`Official decks`}
        </Title>
        <Text size="sm" c="dimmed" role="status" className="tabular">
          {t`${plural(decks.length, { one: '# official deck', other: '# official decks' })}`}
        </Text>
      </div>
      {decks.length === 0 && (
        <Empty
          icon={<IconRosetteDiscountCheck size={28} aria-hidden />}
          text={t`No deck is official yet. Everybody can study the ones that are.`}
        />
      )}
      <Stack
        component="ul"
        ref={listRef}
        aria-labelledby="official-decks-title"
        gap="xs"
        className="plain-list"
      >
        {items.map((deck) => (
          <OfficialDeckRow key={deck.id} deck={deck} onEdit={() => onEdit(deck.id)} onGone={onGone} />
        ))}
      </Stack>
      <Pages {...pages} label={t`Pages of decks`} />
    </Stack>
  );
}

function DecksSkeleton() {
  const { t } = useLingui();
  return (
    <div className={classes.sections} role="status" aria-label={t`Loading…`}>
      <Skeleton height={260} radius="lg" />
      <Stack gap="xs">
        <Skeleton height={110} radius="md" />
        <Skeleton height={110} radius="md" />
      </Stack>
    </div>
  );
}

/** The decks that everybody may study: makes decks official, edits them, and takes them out again. */
export function OfficialDecksSection() {
  const { t, i18n } = useLingui();
  const { data: decks, error, mutate } = useManagedDecks();
  const [editedId, setEditedId] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  useFailedRead(error, failureText.fetchDecksFailed);
  if (!decks)
    return (
      <Unread
        of={{ error, mutate }}
        title={i18n._(noticeText.fetchDecksFailed)}
        loading={<DecksSkeleton />}
      />
    );

  const official = decks.filter(({ is_official }) => is_official);
  // It may have been deleted in the meantime.
  const edited = official.find(({ id }) => id === editedId) ?? null;
  const stopEditing = () => {
    // The form's buttons go: the focus returns to where the editing began.
    list.current?.querySelector<HTMLElement>(`[data-edit="${editedId}"]`)?.focus();
    setEditedId(null);
  };
  return (
    <div className={classes.sections}>
      <Paper withBorder radius="lg" p="lg" className={classes.form}>
        <Stack>
          <Title order={2} size="h3">
            {edited ? t`Edit the official deck` : t`New official deck`}
          </Title>
          <OfficialDeckForm key={edited?.id ?? 'new'} decks={decks} edited={edited} onDone={stopEditing} />
        </Stack>
      </Paper>
      <Stack>
        <OfficialDeckRows decks={official} listRef={list} onEdit={setEditedId} />
        <TrashDisclosure />
      </Stack>
    </div>
  );
}
