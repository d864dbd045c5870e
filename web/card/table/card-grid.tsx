// biome-ignore-all lint/a11y/useSemanticElements: rows that lie where they are scrolled to are in no table of HTML
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell

import { useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { plainText } from '../../../core/text/marked-text.ts';
import { cardFieldText } from '../../deck/card-field-text.ts';
import { pressOf } from '../../ui/control/keys.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import classes from './card-grid.module.css';
import { CardGridRow, cellId, type DropPlace, type RowEvents } from './card-grid-row.tsx';
import { CellEditor, type CellExit } from './edit/cell-editor.tsx';
import type { CellEdits } from './edit/use-cell-edits.ts';
import { allRows, NO_ROWS, neighbourAt, type RowSelection, toggled, withRange } from './row-selection.ts';
import type { TableSort } from './table-view.ts';
import { cellText, isTextColumn, TABLE_COLUMNS, type TableColumn } from './table-view.ts';

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

type GridCommand =
  | { do: 'go'; to: CellPlace; isRange: boolean }
  | { do: 'edit' }
  /** Begins with this letter in place of what is there. */
  | { do: 'type'; letter: string }
  | { do: 'move'; by: 1 | -1 }
  | { do: 'toggle' | 'all' | 'none' | 'delete' | 'undo' };

/** Returns what a key means while no cell is edited. Undefined leaves it to the browser. */
export function gridCommand(
  pressed: { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  at: CellPlace,
  size: GridSize,
): GridCommand | undefined {
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

function useColumnLabel(): (column: TableColumn) => string {
  const { t, i18n } = useLingui();
  return (column) => (column === 'tags' ? t`Tags` : i18n._(cardFieldText[column]));
}

interface CardGridHeadProps {
  sort: TableSort | null;
  onSort: (column: TableColumn) => void;
  isAll: boolean;
  isSome: boolean;
  onAll: (isAll: boolean) => void;
}

function CardGridHead({ sort, onSort, isAll, isSome, onAll }: CardGridHeadProps) {
  const { t } = useLingui();
  const labelOf = useColumnLabel();
  return (
    <div role="row" aria-rowindex={1} className={classes.head}>
      <div role="columnheader" aria-colindex={1} className={`${classes.cell} ${classes.number}`}>
        <label className={classes.tick}>
          <input
            type="checkbox"
            aria-label={t`Select all cards`}
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = isSome && !isAll;
            }}
            onChange={(event) => onAll(event.currentTarget.checked)}
          />
        </label>
      </div>
      {TABLE_COLUMNS.map((column, index) => {
        const isSorted = sort?.column === column;
        return (
          <div
            key={column}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : 'none'}
            className={classes.cell}
          >
            <button type="button" className={classes.sorter} onClick={() => onSort(column)}>
              <span className={classes.text}>{labelOf(column)}</span>
              {isSorted &&
                (sort.isDown ? (
                  <IconArrowDown size={16} aria-hidden />
                ) : (
                  <IconArrowUp size={16} aria-hidden />
                ))}
            </button>
          </div>
        );
      })}
    </div>
  );
}

interface RowDragOptions {
  /** The rows that go along with one that is dragged. */
  rowsWith: (id: number) => number[];
  onRows: (ids: number[], onto: number, place: 'before' | 'after') => void;
  onFiles: (onto: number, files: File[], column: TableColumn) => void;
}

function useRowDrag({ rowsWith, onRows, onFiles }: RowDragOptions) {
  const [drop, setDrop] = useState<{ id: number; place: DropPlace } | null>(null);
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

/** Pixels of a row, and of the heads; the style sheet says the same. */
const ROW_HEIGHT = 44;

/**
 * The cards of a deck as a table that is edited in its cells. It has the focus itself and names the active cell. Only rows
 * in sight are drawn, and the active one.
 */
export function CardGrid(props: {
  label: string;
  cards: readonly TableCard[];
  sort: TableSort | null;
  onSort: (column: TableColumn) => void;
  selection: RowSelection;
  onSelection: (selection: RowSelection) => void;
  cells: CellEdits;
  /** The cards stand as they do in the deck: they can be moved. */
  isMovable: boolean;
  /** Puts cards behind another one, or first. */
  onPlace: (ids: number[], after: number | null) => void;
  onMoveBy: (ids: ReadonlySet<number>, by: 1 | -1) => void;
  onDelete: () => void;
  onUndo: () => void;
  /** Files that were dropped onto a row or pasted, and the column where. */
  onFiles: (card: TableCard, files: File[], column: TableColumn) => void;
}) {
  const { cards, sort, selection, onSelection, cells, isMovable } = props;
  const gridId = useId();
  const notices = useNotices();
  const labelOf = useColumnLabel();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<{ id: number; column: number } | null>(null);
  const [edited, setEdited] = useState<{ initial: string } | null>(null);
  const rowOf = useMemo(() => new Map(cards.map(({ id }, row) => [id, row])), [cards]);

  const row = (active && rowOf.get(active.id)) ?? (cards.length > 0 ? 0 : -1);
  const at: CellPlace = { row, column: active?.column ?? 0 };
  const card = cards[row];
  const column = TABLE_COLUMNS[at.column]!;

  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => cards[index]!.id,
    paddingStart: ROW_HEIGHT,
    overscan: 8,
    // What is edited stays, however far it is scrolled away.
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      return row < 0 || rows.includes(row) ? rows : [...rows, row].sort((a, b) => a - b);
    },
  });

  const focus = () => scroller.current?.focus({ preventScroll: true });
  const go = ({ row: toRow, column: toColumn }: CellPlace) => {
    const target = cards[toRow];
    if (target) setActive({ id: target.id, column: toColumn });
  };
  const edit = (initial: string) => {
    if (!card || !isTextColumn(column)) return;
    setActive({ id: card.id, column: at.column });
    setEdited({ initial });
  };
  useLayoutEffect(() => {
    if (!active) return;
    document
      .getElementById(cellId(gridId, active.id, active.column))
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, gridId]);

  const done = (typed: string, exit: CellExit) => {
    setEdited(null);
    if (card && isTextColumn(column)) cells.write(card, column, typed);
    const size = { rows: cards.length, columns: TABLE_COLUMNS.length };
    if (exit === 'down') go({ ...at, row: Math.min(row + 1, cards.length - 1) });
    else if (exit !== 'stay') go(nextCell(at, size, exit === 'next' ? 1 : -1));
    // A click elsewhere has taken the focus there.
    if (exit !== 'stay') focus();
  };
  const clear = () => {
    if (!card || !isTextColumn(column)) return;
    const problem = cells.problem(column, '');
    if (problem === undefined) cells.write(card, column, '');
    else notices.error(`${labelOf(column)}: ${problem}`);
  };

  const drag = useRowDrag({
    rowsWith: (id) => (selection.ids.has(id) ? [...selection.ids] : [id]),
    onRows: (ids, onto, place) => props.onPlace(ids, neighbourAt(cards, onto, place)),
    onFiles: (onto, files, onColumn) => {
      const target = cards[rowOf.get(onto) ?? -1];
      if (target) props.onFiles(target, files, onColumn);
    },
  });
  const now = {
    ...drag.events,
    tick: (id: number, isRange: boolean) =>
      onSelection(isRange ? withRange(selection, cards, id) : toggled(selection, id)),
    press(id: number, pressed: number, isShift: boolean) {
      if (isShift) onSelection(withRange(selection, cards, id));
      if (edited && active?.id === id && active.column === pressed) return;
      const isAgain = active?.id === id && active.column === pressed && !isShift;
      setActive({ id, column: pressed });
      focus();
      const target = cards[rowOf.get(id) ?? -1];
      const name = TABLE_COLUMNS[pressed]!;
      if (isAgain && target && isTextColumn(name)) setEdited({ initial: cellText(target, name) });
    },
  };
  const latest = useRef<RowEvents>(now);
  useEffect(() => {
    latest.current = now;
  });
  const [events] = useState<RowEvents>(() => ({
    tick: (...args) => latest.current.tick(...args),
    press: (...args) => latest.current.press(...args),
    dragStart: (...args) => latest.current.dragStart(...args),
    dragOver: (...args) => latest.current.dragOver(...args),
    drop: (...args) => latest.current.drop(...args),
  }));

  const paste = (event: ClipboardEvent<HTMLDivElement>) => {
    const { types, files } = event.clipboardData;
    // Cells of Excel come as a text, and with a picture of it.
    if (
      files.length === 0 ||
      types.includes('text/plain') ||
      !card ||
      (column !== 'front' && column !== 'back')
    )
      return;
    event.preventDefault();
    props.onFiles(card, [...files], column);
  };
  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // Buttons and boxes in the heads have keys of their own.
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / ROW_HEIGHT) - 2);
    const command = gridCommand({ ...pressOf(event), shiftKey: event.shiftKey }, at, {
      rows: cards.length,
      columns: TABLE_COLUMNS.length,
      page,
    });
    if (!command || !card) return;
    if (command.do !== 'type') event.preventDefault();
    switch (command.do) {
      case 'go':
        if (command.isRange)
          onSelection(
            withRange(
              selection.anchor === null ? toggled(selection, card.id) : selection,
              cards,
              cards[command.to.row]!.id,
            ),
          );
        return go(command.to);
      case 'edit':
        return isTextColumn(column) ? edit(cellText(card, column)) : undefined;
      case 'type':
        // At once, so that the letter goes into the field that has the focus then.
        return flushSync(() => edit(''));
      case 'move':
        return props.onMoveBy(selection.ids.size > 0 ? selection.ids : new Set([card.id]), command.by);
      case 'toggle':
        return onSelection(toggled(selection, card.id));
      case 'all':
        return onSelection(allRows(cards, card.id));
      case 'none':
        return onSelection(NO_ROWS);
      case 'delete':
        return selection.ids.size > 0 ? props.onDelete() : clear();
      case 'undo':
        return props.onUndo();
      default:
        return command satisfies never;
    }
  };

  const editor = edited && card && isTextColumn(column) && (
    <CellEditor
      label={`${labelOf(column)}: ${plainText(card.front)}`}
      initial={edited.initial}
      problemOf={(typed) => cells.problem(column, typed)}
      onDone={done}
      onCancel={() => {
        setEdited(null);
        focus();
      }}
      onRefused={(problem) => notices.error(`${labelOf(column)}: ${problem}`)}
    />
  );
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      className={classes.grid}
      aria-label={props.label}
      aria-rowcount={cards.length + 1}
      aria-colcount={TABLE_COLUMNS.length + 1}
      aria-multiselectable
      aria-activedescendant={card && cellId(gridId, card.id, at.column)}
      onKeyDown={keyDown}
      onPaste={paste}
      onDragEnd={drag.end}
    >
      <div className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        <CardGridHead
          sort={sort}
          onSort={props.onSort}
          isAll={cards.length > 0 && selection.ids.size >= cards.length}
          isSome={selection.ids.size > 0}
          onAll={(isAll) => onSelection(isAll ? allRows(cards, null) : NO_ROWS)}
        />
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const shown = cards[index]!;
          const isActive = index === row;
          return (
            <CardGridRow
              key={shown.id}
              card={shown}
              place={index}
              top={start}
              gridId={gridId}
              isSelected={selection.ids.has(shown.id)}
              isDraggable={isMovable}
              active={isActive ? at.column : null}
              drop={drag.drop?.id === shown.id ? drag.drop.place : null}
              editor={isActive ? editor : null}
              events={events}
            />
          );
        })}
      </div>
    </div>
  );
}
