// biome-ignore-all lint/a11y/useSemanticElements: rows that lie where they are scrolled to are in no table of HTML
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
import { useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { cardFieldText } from '../../deck/card-field-text.ts';
import classes from './card-grid.module.css';
import { TABLE_COLUMNS, type TableColumn } from './table-columns.ts';
import type { TableSort } from './table-view.ts';

/** What a column of the table is called. */
export function useColumnLabel(): (column: TableColumn) => string {
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

/** The heads of the columns: each sorts by what is below it. */
export function CardGridHead({ sort, onSort, isAll, isSome, onAll }: CardGridHeadProps) {
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
