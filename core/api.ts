import type { Static, TSchema } from '@sinclair/typebox';
import type * as account from './account/account.schema.ts';
import type * as ownAccount from './account/own-account.schema.ts';
import type * as schoolLogin from './account/school-login/school-login.schema.ts';
import type * as audit from './audit/audit.schema.ts';
import type * as card from './card/card.schema.ts';
import type * as cardAddition from './card/card-addition.schema.ts';
import type * as cardManagement from './card/card-management.schema.ts';
import type * as cardPicture from './card/card-picture.schema.ts';
import type * as cardEdit from './card/edits/card-edit.schema.ts';
import type * as cardReport from './card/reports/card-report.schema.ts';
import type * as cardVersion from './card/versions/card-version.schema.ts';
import type * as classCode from './classroom/class-code.schema.ts';
import type * as classProgress from './classroom/class-progress.schema.ts';
import type * as classroom from './classroom/classroom.schema.ts';
import type * as teacherHome from './classroom/teacher-home.schema.ts';
import type * as colleague from './colleague/colleague.schema.ts';
import type * as batch from './contract/batch.schema.ts';
import type * as deck from './deck/deck.schema.ts';
import type * as deckShare from './deck/sharing/deck-share.schema.ts';
import type * as deckExport from './deck-export/deck-export.schema.ts';
import type * as deckImport from './deck-import/deck-import.schema.ts';
import type * as ownImport from './deck-import/own-import.schema.ts';
import type * as submission from './exam/attempt/submission.schema.ts';
import type * as exam from './exam/exam.schema.ts';
import type * as rescoring from './exam/results/rescoring.schema.ts';
import type * as trial from './learning/answering/trial.schema.ts';
import type * as cardMark from './learning/choosing/card-mark.schema.ts';
import type * as cram from './learning/choosing/cram.schema.ts';
import type * as today from './learning/choosing/today.schema.ts';
import type * as learning from './learning/learning.schema.ts';
import type * as activity from './learning/progress/activity.schema.ts';
import type * as cardHistory from './learning/progress/card-history.schema.ts';
import type * as mixedUp from './learning/progress/mixed-up.schema.ts';
import type * as log from './log/log.schema.ts';
import type * as mail from './mail/mail.schema.ts';
import type * as ownData from './own-data/own-data.schema.ts';
import type * as deletion from './person/deletion.schema.ts';
import type * as person from './person/person.schema.ts';
import type * as roster from './roster/roster.schema.ts';
import type * as adminHome from './site/admin-home.schema.ts';
import type * as officialDeck from './site/official-deck.schema.ts';
import type * as site from './site/site.schema.ts';
import type * as trash from './trash/trash.schema.ts';

/*
 * The types of every call, drawn from the contracts; there is no code here. A caller writes the call as a text, such as
 * `'GET /api/decks/:deckId'`. The compiler then knows what goes in and what comes out.
 */

/** A file of contracts. */
type File =
  | typeof account
  | typeof ownAccount
  | typeof audit
  | typeof adminHome
  | typeof batch
  | typeof card
  | typeof cardAddition
  | typeof cardEdit
  | typeof cardVersion
  | typeof cardManagement
  | typeof cardPicture
  | typeof classCode
  | typeof classProgress
  | typeof classroom
  | typeof teacherHome
  | typeof colleague
  | typeof deck
  | typeof officialDeck
  | typeof deckShare
  | typeof deckExport
  | typeof deckImport
  | typeof ownImport
  | typeof exam
  | typeof rescoring
  | typeof submission
  | typeof activity
  | typeof cardHistory
  | typeof cardMark
  | typeof cram
  | typeof mixedUp
  | typeof cardReport
  | typeof learning
  | typeof today
  | typeof trial
  | typeof log
  | typeof mail
  | typeof roster
  | typeof ownData
  | typeof deletion
  | typeof person
  | typeof schoolLogin
  | typeof site
  | typeof trash;

type ContractOf<F> = F extends File
  ? Extract<F[keyof F], { access: string | readonly string[]; method: string; url: string }>
  : never;

type Contract = ContractOf<File>;

/** The contract of every call, by method and address. */
type Api = { [C in Contract as `${C['method']} ${C['url']}`]: C['schema'] };

/** A call of the API: `'POST /api/decks/:deckId/cards'`. */
export type Call = keyof Api;

type Part<C extends Call, Name extends string> = Api[C] extends { [N in Name]: infer S extends TSchema }
  ? Static<S>
  : undefined;

/** The parts of the address that differ, by name. */
export type Params<C extends Call> = Part<C, 'params'>;
export type Query<C extends Call> = Part<C, 'querystring'>;
/** What is sent as JSON. */
export type Body<C extends Call> = Part<C, 'body'>;

type Responses<C extends Call> = Api[C]['response'];
type Success<R> = R[keyof R & (200 | 201 | 202)] extends infer S extends TSchema ? Static<S> : never;
/** A file and a stream have no schema. */
type UnlessAny<T> = 0 extends 1 & T ? unknown : T;

/** The whole body of an answer with success. */
export type Answer<C extends Call> = UnlessAny<Success<Responses<C>>>;

/** What a call returns as `data`. */
export type Data<C extends Call> = Answer<C> extends { data: infer D } ? D : never;

declare const formFields: unique symbol;
/** A form (multipart/form-data) that has these fields as text, and files beside them. */
export type FormOf<Fields> = FormData & { readonly [formFields]: Fields };

type BodyOrForm<C extends Call> = Body<C> | (Api[C] extends { consumes: unknown } ? FormOf<Body<C>> : never);

type Given<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: undefined }
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };

/** What an address is made of. */
export type AddressParts<C extends Call> = Given<'params', Params<C>> & Given<'query', Query<C>>;

/** What a call is made with; a body that the contract has is always sent. */
export type Input<C extends Call> = AddressParts<C> &
  ([Body<C>] extends [undefined] ? { body?: undefined } : { body: BodyOrForm<C> });

/** The last argument of a function, which may be left out when nothing in it is required. */
export type Optional<T> = Record<never, never> extends T ? [given?: T] : [given: T];

/** Calls that read. */
export type Read = Extract<Call, `GET ${string}`>;
/** Streams of Server-Sent Events. */
export type Stream = Extract<Read, `${string}/live`>;
/** Files to be saved. */
export type Download = Extract<Read, `${string}/export`>;
/** Reads that answer `data`. */
export type DataRead = { [C in Read]: Answer<C> extends { data: unknown } ? C : never }[Read];
/** Reads of a list, which comes in pages. */
export type ListRead = {
  [C in Read]: Answer<C> extends { data: unknown[]; total: number } ? C : never;
}[Read];

declare const addressOfCall: unique symbol;
/** Path and query of this call, as text. */
export type Address<C extends Call> = string & { readonly [addressOfCall]: C };
