import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/pages/paths.ts';
import classes from './deck-link.module.css';

/** A deck's title as the link to its page for students. Of a card that is placed, all of it is hit. */
export function DeckLink({ deckId, children }: { deckId: number; children: ReactNode }) {
  return (
    <Anchor component={Link} to={paths.ownCards(deckId)} inherit className={classes.link}>
      {children}
    </Anchor>
  );
}
