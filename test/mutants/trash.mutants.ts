import type { Mutant } from '../../bin/mutants/mutant.ts';

const DECKS = ['test/trash/trashed-decks.test.ts'];
const CARDS = ['test/trash/trashed-cards.test.ts'];

/** What is deleted, and comes back. */
export const mutants: Mutant[] = [
  {
    name: 'everybody looks after every trash',
    file: 'core/trash/trash-decks.ts',
    find: 'keeperId === null ? administers(account.role) : keeperId === account.id',
    replace: 'keeperId === null || account.id > 0',
    tests: DECKS,
  },
  {
    name: 'emptying takes the trash of others along',
    file: 'core/trash/trash-decks.ts',
    find: "'(keeper_id = $1 or keeper_id is null and $2::boolean)'",
    replace: "'($1 > 0 or $2::boolean)'",
    tests: DECKS,
  },
  {
    name: 'the trash does not count in the number of decks',
    file: 'core/access/quotas.ts',
    find: '(select count(*) from trashed_decks where keeper_id = $1)',
    replace: '(select count(*) from trashed_decks where keeper_id = $1 and id < 0)',
    tests: DECKS,
  },
  {
    name: 'files of the trash are swept',
    file: 'core/files/unused-files.ts',
    find: 'from trashed_cards where files && $1::text[]',
    replace: "from trashed_cards where files && $1::text[] and cause = ''",
    tests: CARDS,
  },
  {
    name: 'what was deleted goes for good a day early',
    file: 'core/trash/trash-decks.ts',
    find: 'clock_timestamp() - ${TRASH_DAYS} * interval',
    replace: 'clock_timestamp() - (${TRASH_DAYS} - 1) * interval',
    tests: DECKS,
  },
  {
    name: 'a deck that comes back does not ask for room',
    file: 'core/trash/trash-decks.ts',
    find: 'if (!administers(role)) {',
    replace: 'if (learns(role)) {',
    tests: DECKS,
  },
  {
    name: 'of several cards those come back that are still there',
    file: 'core/card/edits/brought-back-cards.ts',
    find: ' || (wanted && cards.length < wanted.length)',
    replace: '',
    tests: CARDS,
  },
];
