import type { Static, TSchema } from '@sinclair/typebox';

/*
 * The types of every call, drawn from the contracts; there is no code here. A caller writes the call as a text, such as
 * `'GET /api/decks/:deckId'`. The compiler then knows what goes in and what comes out.
 */

/** A file of contracts. */
type File =
  | typeof import('./account/account.schema.ts')
  | typeof import('./account/own-account.schema.ts')
  | typeof import('./audit/audit.schema.ts')
  | typeof import('./site/admin-home.schema.ts')
  | typeof import('./contract/batch.schema.ts')
  | typeof import('./card/card.schema.ts')
  | typeof import('./card/card-addition.schema.ts')
  | typeof import('./card/edits/card-edit.schema.ts')
  | typeof import('./card/versions/card-version.schema.ts')
  | typeof import('./card/card-management.schema.ts')
  | typeof import('./card/card-picture.schema.ts')
  | typeof import('./classroom/class-code.schema.ts')
  | typeof import('./classroom/class-progress.schema.ts')
  | typeof import('./classroom/classroom.schema.ts')
  | typeof import('./classroom/teacher-home.schema.ts')
  | typeof import('./colleague/colleague.schema.ts')
  | typeof import('./deck/deck.schema.ts')
  | typeof import('./site/official-deck.schema.ts')
  | typeof import('./deck/sharing/deck-share.schema.ts')
  | typeof import('./deck-export/deck-export.schema.ts')
  | typeof import('./deck-import/deck-import.schema.ts')
  | typeof import('./deck-import/own-import.schema.ts')
  | typeof import('./exam/exam.schema.ts')
  | typeof import('./exam/results/rescoring.schema.ts')
  | typeof import('./exam/attempt/submission.schema.ts')
  | typeof import('./learning/progress/activity.schema.ts')
  | typeof import('./learning/progress/card-history.schema.ts')
  | typeof import('./learning/choosing/card-mark.schema.ts')
  | typeof import('./learning/choosing/cram.schema.ts')
  | typeof import('./learning/progress/mixed-up.schema.ts')
  | typeof import('./card/reports/card-report.schema.ts')
  | typeof import('./learning/learning.schema.ts')
  | typeof import('./learning/choosing/today.schema.ts')
  | typeof import('./learning/answering/trial.schema.ts')
  | typeof import('./log/log.schema.ts')
  | typeof import('./mail/mail.schema.ts')
  | typeof import('./roster/roster.schema.ts')
  | typeof import('./own-data/own-data.schema.ts')
  | typeof import('./person/deletion.schema.ts')
  | typeof import('./person/person.schema.ts')
  | typeof import('./account/school-login/school-login.schema.ts')
  | typeof import('./site/site.schema.ts')
  | typeof import('./trash/trash.schema.ts');

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
