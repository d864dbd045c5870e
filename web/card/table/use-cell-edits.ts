import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { Edit, TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { TAG_LETTERS_MAX, TAGS_MAX } from '../../../core/tags.ts';
import { ApiError } from '../../lib/api-client.ts';
import { fieldProblemText } from '../../ui/field-problem.ts';
import { useNotices } from '../../ui/notices.tsx';
import { useFailure } from '../../ui/use-failure.ts';
import { cellEdit, cellProblem, withCell } from './cell-edit.ts';
import { conflictOf, type EditConflict } from './edit-conflict.ts';
import type { TextColumn } from './table-columns.ts';
import type { CardTable } from './use-card-table.ts';

const notSaved = msg({ message: 'The cell was not saved: {message}' });

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
          failed(notSaved, error);
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

  /** The cards with what was typed in its place. */
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
    /** What is wrong with a cell, in words. */
    problem(column: TextColumn, typed: string): string | undefined {
      const problem = cellProblem(column, typed);
      if (problem === 'tags') return t`At most ${TAGS_MAX} tags, each of at most ${TAG_LETTERS_MAX} letters`;
      return problem && i18n._(fieldProblemText[problem]);
    },
    /** Makes a cell of the card, as it is shown, say something else. */
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
