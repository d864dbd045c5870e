import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { Edit } from '../../../../core/card/edits/card-edit.schema.ts';
import { useNotices } from '../../../ui/feedback/notices.tsx';
import { useFailure } from '../../../ui/feedback/use-failure.ts';
import type { CardTable } from '../use-card-table.ts';
import { editActionText } from './edit-action-text.ts';
import { conflictOf, type EditConflict } from './edit-conflict.ts';

const notDone = msg({ message: 'Nothing was done: {message}' });
const notUndone = msg({ message: 'Nothing was undone: {message}' });
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
      else failed(notDone, error);
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
        failed(notUndone, error);
      }
    });
  };
  return { run, undo, latest, isRunning };
}
