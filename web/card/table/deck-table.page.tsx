import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  ActionIcon,
  Alert,
  Button,
  Group,
  NativeSelect,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { IconArrowBackUp, IconHelp, IconReplace, IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { CardEdit, TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { seenCard } from '../../../core/card/seen-card.ts';
import { ORDERED_AT_ONCE_MAX } from '../../../core/contract/card-limits.ts';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { tagsOf } from '../../lib/text/tags-of.ts';
import { MarkHelp } from '../../marks/lazy-marks.tsx';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { AddManyLink } from '../card-links.tsx';
import { EditableDeckPage } from '../editable-deck-page.tsx';
import { CardGrid } from './card-grid.tsx';
import { ChangedMeanings, useChangedMeanings } from './edit/changed-meanings.tsx';
import type { EditConflict } from './edit/edit-conflict.ts';
import { editActionText, useBulkEdits, useCellEdits } from './edit/use-cell-edits.ts';
import { NO_ROWS, neighbourFor, withoutGone } from './row-selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { TableColumn } from './table-view.ts';
import {
  duplicateGroups,
  isDeckOrder,
  nextSort,
  shownCards,
  type TableView,
  WHOLE_DECK,
} from './table-view.ts';
import { type CardTable, useCardTable } from './use-card-table.ts';

function TableToolbar(props: {
  view: TableView;
  onView: (view: TableView) => void;
  tags: readonly { key: string; tag: string }[];
  duplicates: number;
  latest: CardEdit | undefined;
  isBusy: boolean;
  onUndo: () => void;
  onReplace: () => void;
}) {
  const { view, onView, tags, duplicates, latest, isBusy } = props;
  const { t, i18n } = useLingui();
  const [hasHelp, setHasHelp] = useState(false);
  const latestText = latest && i18n._({ ...editActionText[latest.act], values: { count: latest.cards } });
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        type="search"
        flex="1 1 12rem"
        label={t`Search the cards`}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={view.search}
        onChange={(event) => onView({ ...view, search: event.currentTarget.value })}
      />
      {(tags.length > 0 || view.tag !== null) && (
        <NativeSelect
          flex="0 1 12rem"
          label={t`Tag`}
          value={view.tag ?? ''}
          onChange={(event) => onView({ ...view, tag: event.currentTarget.value || null })}
          data={[
            { value: '', label: t`All cards` },
            ...tags.map(({ key, tag }) => ({ value: key, label: tag })),
          ]}
        />
      )}
      <Switch
        mih={44}
        styles={{ body: { minHeight: 44, alignItems: 'center' } }}
        label={t`Only duplicates (${duplicates})`}
        checked={view.isDuplicates}
        onChange={(event) => onView({ ...view, isDuplicates: event.currentTarget.checked })}
      />
      <Button
        variant="default"
        h={44}
        leftSection={<IconReplace size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={props.onReplace}
      >
        {t`Find and replace…`}
      </Button>
      <Group gap={4} wrap="nowrap">
        <Button
          variant="default"
          h={44}
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          disabled={!latest || isBusy}
          aria-label={latestText ? t`Undo: ${latestText}` : t`Undo`}
          title={latestText}
          onClick={props.onUndo}
        >
          {t`Undo`}
        </Button>
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t`How to write emphasis`}
          aria-expanded={hasHelp}
          onClick={() => setHasHelp(!hasHelp)}
        >
          <IconHelp size={20} aria-hidden />
        </ActionIcon>
      </Group>
      {hasHelp && (
        <Suspense>
          <MarkHelp />
        </Suspense>
      )}
    </Group>
  );
}

const notStored = msg({ message: 'The file was not stored: {message}' });

function useDroppedFiles(table: CardTable) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const [storing, setStoring] = useState(0);

  return {
    isStoring: storing > 0,
    async store(card: TableCard, [file, ...others]: readonly File[], column: TableColumn): Promise<void> {
      if (!file) return;
      if (others.length > 0) return notices.error(t`One file for one card, please.`);
      setStoring((count) => count + 1);
      try {
        // Most who see a table give no file to a card.
        const { storeFile } = await import('./store-file.ts');
        const stored = await storeFile({ card, file, column }, i18n);
        if ('problem' in stored) {
          failed(notStored, undefined, stored.problem);
          void table.readAgain();
          return;
        }
        await table.put(card.id, (before) => ({ ...before, ...stored.changed }));
        notices.success(i18n._(stored.notice));
      } catch (error) {
        failed(notStored, error);
      } finally {
        setStoring((count) => count - 1);
      }
    },
  };
}

const CardVersionsModal = lazy(() => import('../versions/card-versions.modal.tsx'));
const EditConflictModal = lazy(() => import('./edit/edit-conflict.modal.tsx'));
const FindReplaceModal = lazy(() => import('./edit/find-replace.modal.tsx'));
const SendCardsModal = lazy(() => import('./edit/send-cards.modal.tsx'));
const TagCardsModal = lazy(() => import('./edit/tag-cards.modal.tsx'));

function DeckTable({ deck }: { deck: Pick<Deck, 'id' | 'title'> }) {
  const { t } = useLingui();
  const table = useCardTable(deck.id);
  if (table.error) return <LoadError error={table.error} onRetry={table.retry} />;
  if (!table.cards) return <LoadingBlock height={480} radius="md" />;
  if (table.cards.length === 0 && table.undos.length === 0)
    return (
      <Empty
        text={t`This deck has no cards yet. The first one starts with its front.`}
        action={<AddManyLink deckId={deck.id} />}
      />
    );
  return <LoadedTable deck={deck} table={table} cards={table.cards} />;
}

interface LoadedTableProps {
  deck: Pick<Deck, 'id' | 'title'>;
  table: CardTable;
  cards: readonly TableCard[];
}

function LoadedTable({ deck, table, cards: saved }: LoadedTableProps) {
  const { t, i18n } = useLingui();
  const confirm = useConfirm();
  const [view, setView] = useState(WHOLE_DECK);
  const [chosen, setSelection] = useState(NO_ROWS);
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const [dialog, setDialog] = useState<'tags' | 'send' | 'replace' | 'versions' | null>(null);
  const meanings = useChangedMeanings(table);
  const cells = useCellEdits(table, {
    conflict: setConflict,
    saved: (before, after) => void meanings.note(before, after),
  });
  const bulk = useBulkEdits(table, setConflict);
  const files = useDroppedFiles(table);
  const undo = () => {
    // What is undone means what it did.
    meanings.dismiss();
    bulk.undo();
  };

  const cards = cells.shown(saved);
  const shown = useMemo(() => shownCards(cards, view, i18n.locale), [cards, view, i18n.locale]);
  const tags = useMemo(() => tagsOf(cards, i18n.locale), [cards, i18n.locale]);
  const duplicates = useMemo(() => duplicateGroups(cards).size, [cards]);
  const selection = useMemo(() => withoutGone(chosen, cards), [chosen, cards]);
  const selected = cards.filter(({ id }) => selection.ids.has(id));
  const isMovable = isDeckOrder(view);
  const isWhole = view.search.trim() === '' && view.tag === null && !view.isDuplicates;
  const close = () => setDialog(null);

  const place = (ids: number[], after: number | null) => void bulk.run({ act: 'place', ids, after });
  const moveBy = (ids: ReadonlySet<number>, by: 1 | -1) => {
    const after = isMovable ? neighbourFor(shown, ids, by) : undefined;
    if (after !== undefined) place([...ids], after);
  };
  const remove = async () => {
    const count = selected.length;
    const isMeant = await confirm({
      title: t`${plural(count, { one: 'Delete # card?', other: 'Delete # cards?' })}`,
      text: t`They go for the students too. For a day you can undo it here.`,
      confirmLabel: t`${plural(count, { one: 'Delete the card', other: 'Delete the cards' })}`,
      danger: true,
    });
    if (isMeant)
      await bulk.run({
        act: 'delete',
        cards: selected.map((card) => ({ id: card.id, seen: seenCard(card) })),
      });
  };
  const keepOrder = async () => {
    const ids = shown.map(({ id }) => id);
    if (await bulk.run({ act: 'order', ids, seen: saved.map(({ id }) => id) }))
      setView((now) => ({ ...now, sort: null }));
  };
  const count = shown.length;
  return (
    <Stack gap="sm">
      <TableToolbar
        view={view}
        onView={setView}
        tags={tags}
        duplicates={duplicates}
        latest={bulk.latest}
        isBusy={bulk.isRunning}
        onUndo={undo}
        onReplace={() => setDialog('replace')}
      />
      <Group gap="md" mih={44}>
        <Text size="sm" c="dimmed" role="status" className="tabular">
          {t`${plural(count, { one: '# card', other: '# cards' })}`}
          {(cells.isSaving || files.isStoring) && ` · ${t`Saving…`}`}
        </Text>
        {view.sort && isWhole && (
          <Button
            variant="light"
            h={44}
            disabled={bulk.isRunning || shown.length > ORDERED_AT_ONCE_MAX}
            onClick={() => void keepOrder()}
          >
            {t`Keep this order`}
          </Button>
        )}
        {!isMovable && (
          <Button variant="default" h={44} onClick={() => setView(WHOLE_DECK)}>
            {t`Whole deck in its order`}
          </Button>
        )}
        <SelectionBar
          count={selection.ids.size}
          isMovable={isMovable}
          isBusy={bulk.isRunning}
          onTag={() => setDialog('tags')}
          onSend={() => setDialog('send')}
          onVersions={() => setDialog('versions')}
          onDelete={() => void remove()}
          onMoveBy={(by) => moveBy(selection.ids, by)}
          onClear={() => setSelection(NO_ROWS)}
        />
      </Group>
      {cells.failedCount > 0 && (
        <Alert role="alert" color="red" variant="light" title={t`Not everything is saved`}>
          <Group>
            <Text>
              {t`${plural(cells.failedCount, { one: '# cell did not reach the server.', other: '# cells did not reach the server.' })}`}
            </Text>
            <Button variant="light" onClick={cells.sendAgain}>
              {t`Try again`}
            </Button>
            <Button variant="subtle" color="red" onClick={cells.giveUp}>
              {t`Give up these changes`}
            </Button>
          </Group>
        </Alert>
      )}
      <CardGrid
        label={t`Cards of the deck ${deck.title}`}
        cards={shown}
        sort={view.sort}
        onSort={(column) => setView({ ...view, sort: nextSort(view.sort, column) })}
        selection={selection}
        onSelection={setSelection}
        cells={cells}
        isMovable={isMovable}
        onPlace={place}
        onMoveBy={moveBy}
        onDelete={() => void remove()}
        onUndo={undo}
        onFiles={(card, given, column) => void files.store(card, given, column)}
      />
      <ChangedMeanings meanings={meanings} />
      {shown.length === 0 && (
        <Text c="dimmed" role="status">
          {saved.length === 0 ? t`The deck has no cards any more.` : t`No card is like that.`}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t`Enter or F2 edits a cell, Tab goes on to the next one, Space selects the card, Alt with an arrow moves it, Ctrl+Z undoes. An audio file is dropped onto its row, a picture dropped or pasted onto its side.`}
      </Text>
      <LazyDialog opened={dialog === 'tags'}>
        <TagCardsModal opened={dialog === 'tags'} cards={selected} run={bulk.run} onClose={close} />
      </LazyDialog>
      <LazyDialog opened={dialog === 'send'}>
        <SendCardsModal
          opened={dialog === 'send'}
          deckId={deck.id}
          cards={selected}
          run={bulk.run}
          onClose={close}
        />
      </LazyDialog>
      <LazyDialog opened={dialog === 'replace'}>
        <FindReplaceModal
          opened={dialog === 'replace'}
          cards={selected.length > 0 ? selected : shown}
          isSelection={selected.length > 0}
          run={bulk.run}
          onClose={close}
        />
      </LazyDialog>
      <LazyDialog opened={dialog === 'versions'}>
        <CardVersionsModal
          card={dialog === 'versions' ? (selected[0] ?? null) : null}
          onClose={close}
          onBroughtBack={close}
        />
      </LazyDialog>
      <LazyDialog opened={conflict !== null}>
        <EditConflictModal
          conflict={conflict}
          onClose={() => setConflict(null)}
          onEdit={(edit) => {
            setConflict(null);
            void bulk.run(edit);
          }}
        />
      </LazyDialog>
    </Stack>
  );
}

export default function DeckTablePage() {
  const { t } = useLingui();
  return (
    <EditableDeckPage title={t`Table of the cards`} size="xl" gap="md">
      {(deck) => <DeckTable deck={deck} />}
    </EditableDeckPage>
  );
}
