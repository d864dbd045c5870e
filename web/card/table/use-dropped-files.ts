import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import type { TableColumn } from './table-columns.ts';
import type { CardTable } from './use-card-table.ts';

const notStored = msg({ message: 'The file was not stored: {message}' });

/** Gives a card the file that is dropped onto its row, or pasted into one of its cells. */
export function useDroppedFiles(table: CardTable) {
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
