import type { CSSProperties } from 'react';
import { deckHue, deckInitial } from './deck-hue.ts';
import classes from './deck-mark.module.css';

interface MarkedDeck {
  id: number;
  title: string;
}

/** Of a card that shows a deck: the band at its top, in the deck's hue. */
export const deckBand = ({ id }: Pick<MarkedDeck, 'id'>) => ({
  className: classes.band,
  style: { '--hue': deckHue(id) } as CSSProperties,
});

/** A deck's initial on its hue; its title stands beside it. */
export function DeckMark({ deck }: { deck: MarkedDeck }) {
  return (
    <span className={classes.mark} style={{ '--hue': deckHue(deck.id) } as CSSProperties} aria-hidden>
      {deckInitial(deck.title)}
    </span>
  );
}
