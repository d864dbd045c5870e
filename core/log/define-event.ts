import type { Static, TSchema } from '@sinclair/typebox';

declare const isMade: unique symbol;

/** A fact to be appended. Only an event type makes one, so that no other data than its schema's is ever stored. */
export interface NewEvent {
  readonly [isMade]: true;
  studentId: number;
  /** Made by the client, so that a repeated request is the same event. A UUID. */
  id: string;
  type: string;
  version: number;
  data: object;
  /** SHA-256, in hex, of what the client said; the same id with another hash is a conflict. */
  hash: string;
  occurredAt: Date;
}

/** What an event is made of besides its type and version. */
export type NewFact<Data> = Pick<NewEvent, 'studentId' | 'id' | 'hash' | 'occurredAt'> & { data: Data };

type Versions = readonly [TSchema, ...TSchema[]];

/** One function shorter than the versions: each turns the data of one version into that of the next. */
type Upcasts<All extends readonly TSchema[]> = All extends readonly [
  infer Old extends TSchema,
  infer New extends TSchema,
  ...infer Rest extends TSchema[],
]
  ? [
      // The last may say more than its schema: that something is not known, of events that did not say it.
      (data: Static<Old>) => Rest extends [] ? object : Static<New>,
      ...Upcasts<[New, ...Rest]>,
    ]
  : [];

type Last<All extends readonly unknown[]> = All extends readonly [...unknown[], infer One] ? One : never;

/** The data as projections see it: of the current version, stored so or upcast. */
type CurrentData<All extends Versions, Up extends readonly unknown[]> =
  | Static<Extract<Last<All>, TSchema>>
  | (Up extends readonly [] ? never : Last<Up> extends (data: never) => infer Data ? Data : never);

export interface EventDefinition<
  Name extends string = string,
  All extends Versions = Versions,
  Data = unknown,
> {
  name: Name;
  /** One schema a version, the oldest first. A published one is never changed. */
  versions: All;
  /** `upcasts[n]` turns the data of version n+1 into that of version n+2. */
  upcasts: readonly ((data: never) => unknown)[];
  /** Makes an event in the version of this schema, which is one of `versions`. */
  make<Version extends All[number]>(version: Version, fact: NewFact<Static<Version>>): NewEvent;
  /** Of types only: what projections see. */
  readonly seen?: { type: Name; data: Data };
}

/** An event of this type as projections see it, without what every event carries. */
export type FactOf<Type extends EventDefinition> = NonNullable<Type['seen']>;

/** Defines a type of event. A new version is appended to `versions`, and its conversion from the one before to `upcasts`. */
export function defineEvent<
  const Name extends string,
  const All extends Versions,
  const Up extends Upcasts<All>,
>(name: Name, versions: All, upcasts: Up): EventDefinition<Name, All, CurrentData<All, Up>> {
  return {
    name,
    versions,
    upcasts: upcasts as readonly ((data: never) => unknown)[],
    make(version, { studentId, id, data, hash, occurredAt }) {
      // In this order: the appender, the exports and the tests of both show them so.
      const event = {
        studentId,
        id,
        type: name,
        version: versions.indexOf(version) + 1,
        data,
        hash,
        occurredAt,
      };
      return event as Omit<NewEvent, typeof isMade> as NewEvent;
    },
  };
}
