/** A cell, by the places of its row and its column among those that are shown. */
export interface CellPlace {
  row: number;
  column: number;
}

interface GridSize {
  rows: number;
  columns: number;
  /** Rows that are seen at once. */
  page: number;
}

export interface PressedKey {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

export type GridCommand =
  | { do: 'go'; to: CellPlace; isRange: boolean }
  | { do: 'edit' }
  /** Begins with this letter in place of what is there. */
  | { do: 'type'; letter: string }
  | { do: 'move'; by: 1 | -1 }
  | { do: 'toggle' | 'all' | 'none' | 'delete' | 'undo' };

/** Returns what a key means while no cell is edited. Undefined leaves it to the browser. */
export function gridCommand(pressed: PressedKey, at: CellPlace, size: GridSize): GridCommand | undefined {
  const { key, shiftKey, altKey } = pressed;
  const isCommand = pressed.ctrlKey || pressed.metaKey;
  if (altKey) {
    if (key === 'ArrowUp' || key === 'ArrowDown') return { do: 'move', by: key === 'ArrowUp' ? -1 : 1 };
    return undefined;
  }
  const to = target(key, isCommand, at, size);
  if (to) return { do: 'go', to, isRange: shiftKey && to.row !== at.row };
  if (isCommand) {
    if (key.toLowerCase() === 'a') return { do: 'all' };
    return key.toLowerCase() === 'z' && !shiftKey ? { do: 'undo' } : undefined;
  }
  if (key === 'Enter' || key === 'F2') return { do: 'edit' };
  if (key === ' ') return { do: 'toggle' };
  if (key === 'Escape') return { do: 'none' };
  if (key === 'Delete' || key === 'Backspace') return { do: 'delete' };
  // One letter, also one of two code units; names of keys are longer.
  return [...key].length === 1 ? { do: 'type', letter: key } : undefined;
}

function target(
  key: string,
  isCommand: boolean,
  { row, column }: CellPlace,
  { rows, columns, page }: GridSize,
): CellPlace | undefined {
  const within = (place: number, count: number) => Math.min(Math.max(place, 0), Math.max(count - 1, 0));
  const by = (down: number, right: number): CellPlace => ({
    row: within(row + down, rows),
    column: within(column + right, columns),
  });
  switch (key) {
    case 'ArrowUp':
      return by(isCommand ? -rows : -1, 0);
    case 'ArrowDown':
      return by(isCommand ? rows : 1, 0);
    case 'ArrowLeft':
      return by(0, isCommand ? -columns : -1);
    case 'ArrowRight':
      return by(0, isCommand ? columns : 1);
    case 'Home':
      return by(isCommand ? -rows : 0, -columns);
    case 'End':
      return by(isCommand ? rows : 0, columns);
    case 'PageUp':
      return by(-page, 0);
    case 'PageDown':
      return by(page, 0);
    default:
      return undefined;
  }
}

/** Where Tab goes from a cell that is edited: the next one, and from a row's last one to the next row's first. */
export function nextCell(
  { row, column }: CellPlace,
  { rows, columns }: Pick<GridSize, 'rows' | 'columns'>,
  by: 1 | -1,
): CellPlace {
  const place = Math.min(Math.max(row * columns + column + by, 0), Math.max(rows * columns - 1, 0));
  return { row: Math.floor(place / columns), column: place % columns };
}
