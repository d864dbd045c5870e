import * as account from '../../core/account/account.schema.ts';
import * as ownAccount from '../../core/account/own-account.schema.ts';
import * as schoolLogin from '../../core/account/school-login/school-login.schema.ts';
import * as audit from '../../core/audit/audit.schema.ts';
import * as card from '../../core/card/card.schema.ts';
import * as cardAddition from '../../core/card/card-addition.schema.ts';
import * as cardManagement from '../../core/card/card-management.schema.ts';
import * as cardPicture from '../../core/card/card-picture.schema.ts';
import * as cardEdit from '../../core/card/edits/card-edit.schema.ts';
import * as cardReport from '../../core/card/reports/card-report.schema.ts';
import * as cardVersion from '../../core/card/versions/card-version.schema.ts';
import * as classCode from '../../core/classroom/class-code.schema.ts';
import * as classProgress from '../../core/classroom/class-progress.schema.ts';
import * as classroom from '../../core/classroom/classroom.schema.ts';
import * as teacherHome from '../../core/classroom/teacher-home.schema.ts';
import * as colleague from '../../core/colleague/colleague.schema.ts';
import * as batch from '../../core/contract/batch.schema.ts';
import type { Endpoint } from '../../core/contract/endpoint.ts';
import * as deck from '../../core/deck/deck.schema.ts';
import * as deckShare from '../../core/deck/sharing/deck-share.schema.ts';
import * as deckExport from '../../core/deck-export/deck-export.schema.ts';
import * as deckImport from '../../core/deck-import/deck-import.schema.ts';
import * as importReport from '../../core/deck-import/import-report.schema.ts';
import * as ownImport from '../../core/deck-import/own-import.schema.ts';
import * as submission from '../../core/exam/attempt/submission.schema.ts';
import * as exam from '../../core/exam/exam.schema.ts';
import * as rescoring from '../../core/exam/results/rescoring.schema.ts';
import * as trial from '../../core/learning/answering/trial.schema.ts';
import * as cardMark from '../../core/learning/choosing/card-mark.schema.ts';
import * as cram from '../../core/learning/choosing/cram.schema.ts';
import * as today from '../../core/learning/choosing/today.schema.ts';
import * as learning from '../../core/learning/learning.schema.ts';
import * as activity from '../../core/learning/progress/activity.schema.ts';
import * as cardHistory from '../../core/learning/progress/card-history.schema.ts';
import * as mixedUp from '../../core/learning/progress/mixed-up.schema.ts';
import * as log from '../../core/log/log.schema.ts';
import * as mail from '../../core/mail/mail.schema.ts';
import * as ownData from '../../core/own-data/own-data.schema.ts';
import * as deletion from '../../core/person/deletion.schema.ts';
import * as person from '../../core/person/person.schema.ts';
import * as roster from '../../core/roster/roster.schema.ts';
import * as adminHome from '../../core/site/admin-home.schema.ts';
import * as officialDeck from '../../core/site/official-deck.schema.ts';
import * as site from '../../core/site/site.schema.ts';
import * as trash from '../../core/trash/trash.schema.ts';

/** Everything that the files of contracts export; a test counts that none is missing. */
export const contractFiles: object[] = [
  account,
  ownAccount,
  schoolLogin,
  audit,
  adminHome,
  batch,
  card,
  cardAddition,
  cardEdit,
  cardVersion,
  cardManagement,
  cardPicture,
  classCode,
  colleague,
  classProgress,
  classroom,
  teacherHome,
  deck,
  officialDeck,
  deckShare,
  deckExport,
  deckImport,
  importReport,
  ownImport,
  exam,
  rescoring,
  submission,
  activity,
  cardHistory,
  cardMark,
  cram,
  mixedUp,
  cardReport,
  learning,
  today,
  trial,
  log,
  mail,
  roster,
  ownData,
  deletion,
  person,
  site,
  trash,
];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'url' in value && 'access' in value;

export const contracts: Endpoint[] = contractFiles.flatMap((file) => Object.values(file)).filter(isEndpoint);
