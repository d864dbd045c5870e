import { useEffect, useEffectEvent, useState } from 'react';
import type { ColumnMap } from '../../core/deck-import/card-source.ts';
import { cardFileKind } from './card-file-kind.ts';
import { type PreviewProblem, readTablePreview, type TablePreview } from './table-preview.ts';

export type PreviewState = TablePreview | PreviewProblem | 'none' | 'reading' | 'unavailable';

/** The first rows of the file, when it is a table; `onRead` gets the columns that their names suggest. */
export function useTablePreview(file: File | null, onRead: (columns: ColumnMap) => void): PreviewState {
  const [found, setFound] = useState<{ file: File; preview: PreviewState } | null>(null);
  const onReadNow = useEffectEvent(onRead);
  const isTable = file !== null && cardFileKind(file.name) === 'table';

  useEffect(() => {
    if (!isTable) return;
    let isWanted = true;
    const show = (preview: PreviewState) => {
      if (!isWanted) return;
      setFound({ file, preview });
      if (typeof preview === 'object' && 'columns' in preview) onReadNow(preview.columns);
    };
    // Without a preview, the server still finds the columns by their names.
    readTablePreview(file).then(
      (preview) => show(preview ?? 'unavailable'),
      () => show('unavailable'),
    );
    return () => {
      isWanted = false;
    };
  }, [file, isTable]);

  if (!isTable) return 'none';
  return found?.file === file ? found.preview : 'reading';
}
