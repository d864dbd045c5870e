// biome-ignore-all lint/a11y/useSemanticElements: rows that lie where they are scrolled to are in no table of HTML
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
import { useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import { type DragEvent, type MouseEvent, memo, type ReactNode } from 'react';
import type { TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { textLanguage } from '../../../core/card/text-language.ts';
import { fileUseOf } from '../../../core/contract/card-fields.ts';
import type { CardPicture } from '../../../core/contract/card-shape.schema.ts';
import { plainText } from '../../../core/text/marked-text.ts';
import { cardFieldText } from '../../deck/card-field-text.ts';
import { useCardAudio } from '../../flashcard/use-card-audio.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { CardText } from '../../marks/card-text.tsx';
import classes from './card-grid.module.css';
import { cellText, isTextColumn, TABLE_COLUMNS } from './table-view.ts';

/** Where something that is dragged would come to lie. */
export type DropPlace = 'before' | 'after' | 'file';

/** What a row reports to the table; the same object as long as the table is there. */
export interface RowEvents {
  tick(id: number, isRange: boolean): void;
  press(id: number, column: number, isShift: boolean): void;
  dragStart(id: number, event: DragEvent): void;
  dragOver(id: number, event: DragEvent<HTMLElement>): void;
  drop(id: number, event: DragEvent<HTMLElement>): void;
}

export const cellId = (gridId: string, cardId: number, column: number): string =>
  `${gridId}-${cardId}-${column}`;

/** A card as a row. Rows that nothing happens to are not drawn again, or thousands of them could not be scrolled. */
export const CardGridRow = memo(function CardGridRow(props: {
  card: TableCard;
  /** The row's place among those that are shown, from 0. */
  place: number;
  top: number;
  /** Ids of cells begin with it. */
  gridId: string;
  isSelected: boolean;
  isDraggable: boolean;
  active: number | null;
  drop: DropPlace | null;
  editor: ReactNode;
  events: RowEvents;
}) {
  const { card, place, top, gridId, isSelected, isDraggable, active, drop, editor, events } = props;
  const { t } = useLingui();
  const { id } = card;
  const front = plainText(card.front);
  const sides = [card.front, card.back];
  return (
    <div
      role="row"
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={place + 2}
      aria-selected={isSelected}
      data-selected={isSelected || undefined}
      data-drop={drop ?? undefined}
      onDragOver={(event) => events.dragOver(id, event)}
      onDrop={(event) => events.drop(id, event)}
    >
      <div role="gridcell" aria-colindex={1} className={`${classes.cell} ${classes.number}`}>
        <label className={classes.tick}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t`Select the card ${front}`}
            checked={isSelected}
            onChange={(event) => events.tick(id, (event.nativeEvent as unknown as MouseEvent).shiftKey)}
          />
        </label>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys move rows as well */}
        <span
          className={classes.handle}
          draggable={isDraggable}
          onDragStart={(event) => events.dragStart(id, event)}
          title={isDraggable ? t`Drag to another place` : undefined}
        >
          {place + 1}
        </span>
      </div>
      {TABLE_COLUMNS.map((column, index) => {
        const isActive = active === index;
        const text = isTextColumn(column) ? cellText(card, column) : '';
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the table
          <div
            key={column}
            id={cellId(gridId, id, index)}
            role="gridcell"
            aria-colindex={index + 2}
            className={classes.cell}
            data-active={isActive || undefined}
            onClick={(event) => events.press(id, index, event.shiftKey)}
          >
            {isTextColumn(column) ? (
              <span
                className={`own-way ${classes.text} ${column === 'front' ? classes.front : ''}`}
                lang={column === 'tags' ? undefined : textLanguage(text, sides)}
              >
                {column === 'tags' ? text : <CardText text={text} isLine />}
              </span>
            ) : (
              card.audio_file && <Listen card={card} />
            )}
            {(column === 'front' || column === 'back') && <Picture picture={card[`${column}_picture`]} />}
            <Further card={card} column={column} />
            {isActive && editor}
          </div>
        );
      })}
    </div>
  );
});

function Picture({ picture }: { picture: CardPicture | null }) {
  const { t } = useLingui();
  if (!picture) return null;
  const { file, alt } = picture;
  return <img className={classes.picture} src={file} alt={alt === '' ? t`Picture` : alt} draggable={false} />;
}

/** How many sounds or pictures more there are. */
function Further({ card, column }: { card: TableCard; column: string }) {
  const { t } = useLingui();
  const count = card.further_files?.filter((one) => fileUseOf(one) === column).length ?? 0;
  if (count === 0) return null;
  const text = column === 'audio' ? t`Further sounds: ${count}` : t`Further pictures: ${count}`;
  return (
    <span title={text}>
      <span aria-hidden>+{count}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}

function Listen({ card }: { card: TableCard }) {
  const { t, i18n } = useLingui();
  const play = useCardAudio(card.audio_file, noticeText.audioFailed);
  const field = i18n._(cardFieldText.audio);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.listen}
      aria-label={t`${field}: ${plainText(card.front)}`}
      onClick={() => play?.()}
    >
      <IconVolume size={18} aria-hidden />
    </button>
  );
}
