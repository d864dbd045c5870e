import { Trans, useLingui } from '@lingui/react/macro';
import { type Icon, IconEar, IconPlayerPlay, IconPuzzle, IconTargetArrow } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/pages/paths.ts';
import classes from './deck-ways.module.css';

interface WayTileProps {
  to: string;
  icon: Icon;
  isFirst?: boolean;
  children: ReactNode;
}

function WayTile({ to, icon: Sign, isFirst, children }: WayTileProps) {
  return (
    <Link to={to} className={classes.way} data-first={isFirst || undefined}>
      <Sign size={32} stroke={1.5} aria-hidden />
      {children}
    </Link>
  );
}

/** What can be done with a deck's cards, each at one touch. */
export function DeckWays({ deckId }: { deckId: number }) {
  const { t } = useLingui();
  return (
    <nav className={classes.ways} aria-label={t`Ways to study this deck`}>
      <WayTile to={paths.learn(deckId)} icon={IconPlayerPlay} isFirst>
        <Trans>Learn</Trans>
      </WayTile>
      <WayTile to={paths.pairs(deckId)} icon={IconPuzzle}>
        <Trans>Play pairs</Trans>
      </WayTile>
      <WayTile to={paths.cram(deckId, 'dictation')} icon={IconEar}>
        <Trans>Listen and type</Trans>
      </WayTile>
      <WayTile to={paths.cram(deckId)} icon={IconTargetArrow}>
        <Trans>Practise for a test</Trans>
      </WayTile>
    </nav>
  );
}
