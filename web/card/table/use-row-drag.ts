import { type DragEvent, useRef, useState } from 'react';
import type { DropPlace, RowEvents } from './card-grid-row.tsx';
import { TABLE_COLUMNS, type TableColumn } from './table-columns.ts';

interface Drop {
  id: number;
  place: DropPlace;
}

interface RowDragOptions {
  /** The rows that go along with one that is dragged. */
  rowsWith: (id: number) => number[];
  onRows: (ids: number[], onto: number, place: 'before' | 'after') => void;
  onFiles: (onto: number, files: File[], column: TableColumn) => void;
}

/** Rows that are dragged to another place, and files that are dropped onto a row. */
export function useRowDrag({ rowsWith, onRows, onFiles }: RowDragOptions) {
  const [drop, setDrop] = useState<Drop | null>(null);
  const dragged = useRef<number[]>([]);

  const placeOf = (event: DragEvent<HTMLElement>): DropPlace | null => {
    if (event.dataTransfer.types.includes('Files')) return 'file';
    if (dragged.current.length === 0) return null;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    return event.clientY < top + height / 2 ? 'before' : 'after';
  };
  const end = () => {
    dragged.current = [];
    setDrop(null);
  };
  const events: Pick<RowEvents, 'dragStart' | 'dragOver' | 'drop'> = {
    dragStart(id, event) {
      dragged.current = rowsWith(id);
      event.dataTransfer.effectAllowed = 'move';
      // Without any data, some browsers drag nothing.
      event.dataTransfer.setData('text/plain', String(dragged.current.length));
    },
    dragOver(id, event) {
      const place = placeOf(event);
      if (!place) return;
      event.preventDefault();
      if (drop?.id !== id || drop.place !== place) setDrop({ id, place });
    },
    drop(id, event) {
      const place = placeOf(event);
      if (!place) return;
      event.preventDefault();
      const ids = dragged.current;
      const files = [...event.dataTransfer.files];
      end();
      const cell = (event.target as Element).closest('[role="gridcell"]');
      // The first column has the ticks, and they are counted from 1.
      const column = TABLE_COLUMNS[Number(cell?.ariaColIndex) - 2] ?? 'front';
      if (place === 'file') onFiles(id, files, column);
      else onRows(ids, id, place);
    },
  };
  return { drop, events, end };
}
