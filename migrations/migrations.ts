import type { Migration } from '@mikro-orm/migrations';
import { AccountsAndDecks } from './0001-accounts-and-decks.ts';
import { Log } from './0002-log.ts';
import { Learning } from './0003-learning.ts';
import { Classes } from './0004-classes.ts';
import { Exams } from './0005-exams.ts';
import { DeckImports } from './0006-deck-imports.ts';
import { LogRuns } from './0007-log-runs.ts';
import { LogKeys } from './0008-log-keys.ts';
import { Logins } from './0009-logins.ts';
import { StudyTime } from './0010-study-time.ts';
import { Operations } from './0011-operations.ts';
import { RecallDays } from './0013-recall-days.ts';
import { People } from './0014-people.ts';
import { DeletedCards } from './0015-deleted-cards.ts';
import { PeopleList } from './0016-people-list.ts';
import { ClassCodes } from './0017-class-codes.ts';
import { Rosters } from './0019-rosters.ts';
import { Letters } from './0020-letters.ts';
import { Colleagues } from './0021-colleagues.ts';
import { SharedDecks } from './0022-shared-decks.ts';
import { Entry } from './0023-entry.ts';
import { OwnAccount } from './0024-own-account.ts';
import { OwnData } from './0025-own-data.ts';
import { SchoolLogins } from './0026-school-logins.ts';
import { CardAdditions } from './0028-card-additions.ts';
import { LettersThatEnd } from './0030-letters-that-end.ts';
import { Practice } from './0031-practice.ts';
import { CardMarks } from './0032-card-marks.ts';
import { CardPictures } from './0033-card-pictures.ts';
import { DeckLanguages } from './0034-deck-languages.ts';
import { CardEdits } from './0035-card-edits.ts';
import { CardVersions } from './0036-card-versions.ts';
import { Trash } from './0037-trash.ts';
import { CardReports } from './0038-card-reports.ts';
import { OwnDecks } from './0040-own-decks.ts';
import { ClassWays } from './0041-class-ways.ts';
import { ImportedMedia } from './0042-imported-media.ts';
import { CardMeanings } from './0044-card-meanings.ts';
import { DecksOfCards } from './0047-decks-of-cards.ts';
import { PeopleWhoLeave } from './0048-people-who-leave.ts';
import { ImportedAnswers } from './0049-imported-answers.ts';
import { ScheduleImports } from './0050-schedule-imports.ts';
import { MistakenAnswers } from './0051-mistaken-answers.ts';
import { CardsByTag } from './0053-cards-by-tag.ts';
import { MIGRATION_NAMES } from './migration-names.ts';

const CLASSES: Record<
  (typeof MIGRATION_NAMES)[number],
  new (
    ...args: ConstructorParameters<typeof Migration>
  ) => Migration
> = {
  '0001-accounts-and-decks': AccountsAndDecks,
  '0002-log': Log,
  '0003-learning': Learning,
  '0004-classes': Classes,
  '0005-exams': Exams,
  '0006-deck-imports': DeckImports,
  '0007-log-runs': LogRuns,
  '0008-log-keys': LogKeys,
  '0009-logins': Logins,
  '0010-study-time': StudyTime,
  '0011-operations': Operations,
  '0013-recall-days': RecallDays,
  '0014-people': People,
  '0015-deleted-cards': DeletedCards,
  '0016-people-list': PeopleList,
  '0017-class-codes': ClassCodes,
  '0019-rosters': Rosters,
  '0020-letters': Letters,
  '0021-colleagues': Colleagues,
  '0022-shared-decks': SharedDecks,
  '0023-entry': Entry,
  '0024-own-account': OwnAccount,
  '0025-own-data': OwnData,
  '0026-school-logins': SchoolLogins,
  '0028-card-additions': CardAdditions,
  '0030-letters-that-end': LettersThatEnd,
  '0031-practice': Practice,
  '0032-card-marks': CardMarks,
  '0033-card-pictures': CardPictures,
  '0034-deck-languages': DeckLanguages,
  '0035-card-edits': CardEdits,
  '0036-card-versions': CardVersions,
  '0037-trash': Trash,
  '0038-card-reports': CardReports,
  '0040-own-decks': OwnDecks,
  '0041-class-ways': ClassWays,
  '0042-imported-media': ImportedMedia,
  '0044-card-meanings': CardMeanings,
  '0047-decks-of-cards': DecksOfCards,
  '0048-people-who-leave': PeopleWhoLeave,
  '0049-imported-answers': ImportedAnswers,
  '0050-schedule-imports': ScheduleImports,
  '0051-mistaken-answers': MistakenAnswers,
  '0053-cards-by-tag': CardsByTag,
};

/** Every migration, in order, with what it does. */
export const migrations = MIGRATION_NAMES.map((name) => ({ name, class: CLASSES[name] }));
