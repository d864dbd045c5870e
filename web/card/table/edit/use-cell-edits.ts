import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { Edit, EditAction, TableCard } from '../../../../core/card/edits/card-edit.schema.ts';
import { seenCard } from '../../../../core/card/seen-card.ts';
import { cardTextMax, isCardSide } from '../../../../core/contract/card-fields.ts';
import { TAG_LETTERS_MAX, TAGS_MAX, tagKey, tagProblem, tidyTags } from '../../../../core/text/tags.ts';
import { tidyOptional, tidyText } from '../../../../core/text/tidy-text.ts';
import { ApiError } from '../../../lib/call/api-client.ts';
import { type FieldProblem, fieldProblemText } from '../../../ui/control/field-problem.ts';
import { useNotices } from '../../../ui/feedback/notices.tsx';
import { useFailure } from '../../../ui/feedback/use-failure.ts';
import type { TextColumn } from '../table-view.ts';
import type { CardTable } from '../use-card-table.ts';
import { conflictOf, type EditConflict } from './edit-conflict.ts';

const undone = msg`Undone.`;

/** What is done to many cards, and undone, one at a time; says how it went. */
export function useBulkEdits(table: CardTable, onConflict: (conflict: EditConflict) => void) {
  const { i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const [isRunning, setRunning] = useState(false);
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set());
  const begun = useRef(new Set<string>());
  const line = useRef<Promise<void>>(Promise.resolve());

  const perform = async (edit: Edit): Promise<boolean> => {
    setRunning(true);
    try {
      const { act, cards } = await table.send(edit);
      notices.success(i18n._({ ...editActionText[act], values: { count: cards } }));
      await table.readAgain();
      return true;
    } catch (error) {
      const conflict = conflictOf(edit, error);
      if (conflict) onConflict(conflict);
      else failed(msg({ message: 'Nothing was done: {message}' }), error);
      void table.readAgain();
      return false;
    } finally {
      setRunning(false);
    }
  };
  /** Does an edit once those before it are done; true when it is done. */
  const run = (edit: Edit): Promise<boolean> => {
    const done = line.current.then(() => perform(edit));
    line.current = done.then(() => {});
    return done;
  };
  const latest = table.undos.find(({ key }) => !tried.has(key));
  /** Undoes the latest edit, also one that is still on its way; asked twice, the one before it afterwards. */
  const undo = (): void => {
    line.current = line.current.then(async () => {
      try {
        const edit = (await table.readUndos()).find(({ key }) => !begun.current.has(key));
        if (!edit) return;
        begun.current.add(edit.key);
        // What is refused stays in the list, and must not bar the way to those before it.
        setTried((before) => new Set(before).add(edit.key));
        await table.undo(edit);
        notices.success(i18n._(undone));
      } catch (error) {
        failed(msg({ message: 'Nothing was undone: {message}' }), error);
      }
    });
  };
  return { run, undo, latest, isRunning };
}

/** What was done, by its action; each with `{count}` cards. */
export const editActionText: Record<EditAction, MessageDescriptor> = {
  texts: msg({ message: '{count, plural, one {# card was changed} other {# cards were changed}}' }),
  meaning: msg({
    message: '{count, plural, one {# card means something else now} other {# cards mean something else now}}',
  }),
  tags: msg({
    message:
      '{count, plural, one {The tags of # card were changed} other {The tags of # cards were changed}}',
  }),
  delete: msg({ message: '{count, plural, one {# card was deleted} other {# cards were deleted}}' }),
  place: msg({
    message: '{count, plural, one {# card has another place} other {# cards have another place}}',
  }),
  order: msg({
    message: '{count, plural, one {# card has another place} other {# cards have another place}}',
  }),
  copy: msg({ message: '{count, plural, one {# card was copied} other {# cards were copied}}' }),
  move: msg({ message: '{count, plural, one {# card was moved} other {# cards were moved}}' }),
};

function cellProblem(column: TextColumn, typed: string): FieldProblem | 'tags' | undefined {
  if (column === 'tags') return tagProblem(tidyTags([typed])) && 'tags';
  const text = tidyText(typed);
  if (text === '' && isCardSide(column)) return 'required';
  return text.length > cardTextMax(column) ? 'long' : undefined;
}

function withCell(card: TableCard, column: TextColumn, typed: string): TableCard {
  if (column === 'tags') return { ...card, tags: tidyTags([typed]) };
  return { ...card, [column]: isCardSide(column) ? tidyText(typed) : tidyOptional(typed) };
}

/** The call that makes a card's cell what it is in another state of it; undefined when it says that already. */
function cellEdit(before: TableCard, after: TableCard, column: TextColumn): Edit | undefined {
  if (column !== 'tags')
    return before[column] === after[column]
      ? undefined
      : {
          act: 'texts',
          cards: [{ id: before.id, seen: seenCard(before), [column]: after[column] ?? '' }],
        };
  const had = new Set(before.tags.map(tagKey));
  const has = new Set(after.tags.map(tagKey));
  const add = after.tags.filter((tag) => !had.has(tagKey(tag)));
  const remove = before.tags.filter((tag) => !has.has(tagKey(tag)));
  if (add.length === 0 && remove.length === 0) return undefined;
  return { act: 'tags', ids: [before.id], add, remove };
}

/** A cell that is on its way to the server, or did not arrive there. */
interface Waiting {
  edit: Edit;
  column: TextColumn;
  before: TableCard;
  after: TableCard;
  isFailed: boolean;
}

const cardOf = (cards: readonly TableCard[], after: TableCard): TableCard =>
  cards.find((card) => card.id === after.id) ?? after;

/**
 * What is typed into cells: shown at once, sent one after the other, and kept to be sent again when there is no network.
 */
export function useCellEdits(
  table: CardTable,
  on: { conflict: (conflict: EditConflict) => void; saved: (before: TableCard, after: TableCard) => void },
) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const line = useRef<Promise<unknown>>(Promise.resolve());

  const drop = (one: Waiting) => setWaiting((all) => all.filter(({ edit }) => edit !== one.edit));
  const send = async (one: Waiting) => {
    const { edit } = one;
    try {
      await table.send(edit);
      // Only this cell: others of the card may be on their way themselves.
      await table.put(one.after.id, (card) => ({ ...card, [one.column]: one.after[one.column] }));
      drop(one);
      on.saved(one.before, one.after);
    } catch (error) {
      const conflict = conflictOf(edit, error);
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
        drop(one);
        if (conflict) on.conflict(conflict);
        else {
          failed(msg({ message: 'The cell was not saved: {message}' }), error);
          void table.readAgain();
        }
        return;
      }
      setWaiting((all) =>
        all.map((other) => (other.edit === one.edit ? { ...other, isFailed: true } : other)),
      );
    }
  };
  const queue = (one: Waiting) => {
    line.current = line.current.then(() => send(one));
  };

  const shown = (cards: readonly TableCard[]): readonly TableCard[] => {
    if (waiting.length === 0) return cards;
    const changed = new Map<number, TableCard>();
    // Others may have changed another cell of it: of what is typed, only its own cell counts.
    for (const { column, after } of waiting)
      changed.set(after.id, { ...(changed.get(after.id) ?? cardOf(cards, after)), [column]: after[column] });
    return cards.map((card) => changed.get(card.id) ?? card);
  };

  return {
    shown,
    isSaving: waiting.some(({ isFailed }) => !isFailed),
    failedCount: waiting.filter(({ isFailed }) => isFailed).length,
    problem(column: TextColumn, typed: string): string | undefined {
      const problem = cellProblem(column, typed);
      if (problem === 'tags') return t`At most ${TAGS_MAX} tags, each of at most ${TAG_LETTERS_MAX} letters`;
      return problem && i18n._(fieldProblemText[problem]);
    },
    write(card: TableCard, column: TextColumn, typed: string): void {
      const after = withCell(card, column, typed);
      const edit = cellEdit(card, after, column);
      if (!edit) return;
      const one = { edit, column, before: card, after, isFailed: false };
      setWaiting((all) => [...all, one]);
      queue(one);
    },
    sendAgain(): void {
      const again = waiting.filter(({ isFailed }) => isFailed);
      setWaiting((all) => all.map((one) => ({ ...one, isFailed: false })));
      for (const one of again) queue(one);
    },
    giveUp(): void {
      setWaiting((all) => all.filter(({ isFailed }) => !isFailed));
      notices.success(t`The table shows what is saved.`);
      void table.readAgain();
    },
  };
}

export type CellEdits = ReturnType<typeof useCellEdits>;
