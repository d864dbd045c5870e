import { AccountsAndDecks } from './0001-accounts-and-decks.ts';
import { Log } from './0002-log.ts';
import { Learning } from './0003-learning.ts';
import { Classes } from './0004-classes.ts';
import { Exams } from './0005-exams.ts';
import { DeckImports } from './0006-deck-imports.ts';
import { LogRuns } from './0007-log-runs.ts';

/** Every migration, in order. Add at the end; never change one that has been released. */
export const migrations = [
  { name: '0001-accounts-and-decks', class: AccountsAndDecks },
  { name: '0002-log', class: Log },
  { name: '0003-learning', class: Learning },
  { name: '0004-classes', class: Classes },
  { name: '0005-exams', class: Exams },
  { name: '0006-deck-imports', class: DeckImports },
  { name: '0007-log-runs', class: LogRuns },
];
