import type { CSSProperties } from 'react';
import classes from './deck-mark.module.css';

const HUES = 12;
/** Steps of the circle from one id to the next: decks made one after the other look different. */
const STEP = 5;

/** Returns a deck's own hue, in degrees: the same on every screen and for everybody. */
export const deckHue = (id: number): number => (((id * STEP) % HUES) * 360) / HUES;

/** Returns the letter that stands for a deck, in upper case; nothing for a title without letters and digits. */
export const deckInitial = (title: string): string =>
  (/[\p{L}\p{N}]/u.exec(title.normalize('NFC'))?.[0] ?? '').toLocaleUpperCase('vi');

interface MarkedDeck {
  id: number;
  title: string;
}

/** Of a card that shows a deck: the band at its top, in the deck's hue. */
export const deckBand = ({ id }: Pick<MarkedDeck, 'id'>) => ({
  className: classes.band,
  style: { '--hue': deckHue(id) } as CSSProperties,
});

export function DeckMark({ deck }: { deck: MarkedDeck }) {
  return (
    <span className={classes.mark} style={{ '--hue': deckHue(deck.id) } as CSSProperties} aria-hidden>
      {deckInitial(deck.title)}
    </span>
  );
}
