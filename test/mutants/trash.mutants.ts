import { type Mutant, mutantsIn } from '../../bin/mutants/mutant.ts';

const DECKS = ['test/trash/trashed-decks.test.ts'];
const CARDS = ['test/trash/trashed-cards.test.ts'];

/** What is deleted, and comes back. */
export const mutants: Mutant[] = [
  ...mutantsIn('core/trash/trash-decks.ts', DECKS, {
    'everybody looks after every trash': {
      find: 'keeperId === null ? administers(account.role) : keeperId === account.id',
      replace: 'keeperId === null || account.id > 0',
    },
    'emptying takes the trash of others along': {
      find: "'(keeper_id = $1 or keeper_id is null and $2::boolean)'",
      replace: "'($1 > 0 or $2::boolean)'",
    },
    'what was deleted goes for good a day early': {
      find: '(select clock_timestamp()) - ${TRASH_DAYS} * interval',
      replace: '(select clock_timestamp()) - (${TRASH_DAYS} - 1) * interval',
    },
    'a deck that comes back does not ask for room': {
      find: 'if (!administers(role)) {',
      replace: 'if (learns(role)) {',
    },
  }),
  ...mutantsIn('core/access/quotas.ts', DECKS, {
    'the trash does not count in the number of decks': {
      find: '(select count(*) from trashed_decks where keeper_id = $1)',
      replace: '(select count(*) from trashed_decks where keeper_id = $1 and id < 0)',
    },
  }),
  ...mutantsIn('core/files/unused-files.ts', CARDS, {
    'files of the trash are swept': {
      find: 'from trashed_cards where files && $1::text[]',
      replace: "from trashed_cards where files && $1::text[] and cause = ''",
    },
  }),
  ...mutantsIn('core/card/edits/brought-back-cards.ts', CARDS, {
    'of several cards those come back that are still there': {
      find: ' || (wanted && cards.length < wanted.length)',
      replace: '',
    },
  }),
];
