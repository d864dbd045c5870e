import { type TInteger, type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Role } from './roles.ts';
import { ROW_ID_MAX } from './row-id.ts';

/** The roles that may call an endpoint: one role or several; `any` needs a token of any role, `public` needs none. */
export type Access = 'public' | 'any' | Role | readonly Role[];

/** The roles that make decks: students too, where the school lets them. */
export const AUTHORS = ['teacher', 'student'] as const satisfies Role[];

export const allows = (access: Access, role: Role): boolean =>
  access === 'public' ||
  access === 'any' ||
  (typeof access === 'string' ? access === role : access.includes(role));

/** How a form with files is sent. */
export const FORM = ['multipart/form-data', 'application/json'] as const;

/** The contract of one endpoint, used by the API (validation, serialisation, OpenAPI) and by the web client (types). */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  access: Access;
  /** True for what is called by somebody who must first choose a password of their own. */
  beforeOwnPassword?: true;
  schema: {
    summary: string;
    tags: string[];
    params?: TSchema;
    querystring?: TSchema;
    headers?: TSchema;
    body?: TSchema;
    /** Text fields and files of a form (multipart/form-data), which is read as it arrives; JSON is taken as well. */
    consumes?: typeof FORM;
    response: Record<number, TSchema>;
  };
}

/** `{success: true, data}`, the envelope of an answer. */
export const success = <T extends TSchema>(data: T) => Type.Object({ success: Type.Literal(true), data });

/** The answer of a call that has nothing to return. */
export const Done = Type.Object({ success: Type.Literal(true) });

/** What a contract says beside its method, its address and its tag. */
interface Said extends Pick<Endpoint, 'beforeOwnPassword'>, Omit<Endpoint['schema'], 'tags' | 'response'> {
  /** Default: that of its file. */
  access?: Access;
  /** Of an answer with success. Default: 200. */
  status?: 201 | 202;
  /** What is answered as `data`. Without it and `answers`, a call has nothing to return. */
  returns?: TSchema;
  /** The whole body, where that is more than `data`. */
  answers?: TSchema;
}

type AnswerOf<S> = S extends { returns: infer R extends TSchema }
  ? ReturnType<typeof success<R>>
  : S extends { answers: infer A extends TSchema }
    ? A
    : typeof Done;

/** The names of the parts of an address that differ. */
type PartsOf<U extends string> = U extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PartsOf<Rest>
  : U extends `${string}:${infer Name}`
    ? Name
    : never;

type ParamsOf<U extends string, S> = S extends { params: TSchema }
  ? unknown
  : [PartsOf<U>] extends [never]
    ? unknown
    : { params: TObject<Record<PartsOf<U>, TInteger>> };

/** The contract that is made of it, with its literal types. */
interface Contract<M, U extends string, S extends Said, Usual> {
  method: M;
  url: U;
  access: S extends { access: infer A extends Access } ? A : Usual;
  beforeOwnPassword?: true;
  schema: Omit<S, 'access' | 'beforeOwnPassword' | 'status' | 'returns' | 'answers'> &
    ParamsOf<U, S> & {
      tags: string[];
      response: { [_ in S extends { status: infer N extends number } ? N : 200]: AnswerOf<S> };
    };
}

function idsIn(url: string): TSchema | undefined {
  const ids = Array.from(url.matchAll(/:(\w+)/g), ([, name]) => [name, Id]);
  return ids.length > 0 ? Type.Object(Object.fromEntries(ids)) : undefined;
}

/**
 * Returns what makes the contracts of one tag: `get('/api/decks', { access, summary, returns })`. What differs in an address
 * is an id, unless `params` says what it is. `usual` is who may make those that do not say it.
 */
export function contracts<const Usual extends Access | undefined = undefined>(tag: string, usual?: Usual) {
  const by =
    <M extends Endpoint['method']>(method: M) =>
    <const U extends string, const S extends Said>(
      url: U,
      said: S & (Usual extends undefined ? { access: Access } : unknown),
    ): Contract<M, U, S, Usual> => {
      const { access = usual, beforeOwnPassword, status, returns, answers, ...rest }: Said = said;
      const response = { [status ?? 200]: returns ? success(returns) : (answers ?? Done) };
      const { params = idsIn(url), ...schema } = rest;
      return {
        method,
        url,
        access,
        ...(beforeOwnPassword && { beforeOwnPassword }),
        schema: { ...schema, ...(params && { params }), tags: [tag], response },
      } as unknown as Contract<M, U, S, Usual>;
    };
  return { get: by('GET'), post: by('POST'), patch: by('PATCH'), del: by('DELETE') };
}

/** One of these values. */
export const OneOf = <const V extends string | number>(values: readonly V[]) =>
  Type.Union(values.map((value) => Type.Literal(value)));

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Ids fit Postgres's `integer`; a larger number in a URL is a bad request, not a database error. */
export const Id = Type.Integer({ minimum: 1, maximum: ROW_ID_MAX });

/**
 * A key that a client makes for what it sends: a random UUID (version 4), as all our clients make it. Ids that the
 * server derives from public words are of version 8 and share the log's id space. No client may be able to take one
 * of those first.
 */
export const ClientKey = Type.String({
  format: 'uuid',
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$',
});

/**
 * An address or a login of a request. Nobody means letters in it that cannot be seen, or wide ones. Before it is checked
 * it becomes what is seen of it (`levelled`).
 */
export const AsSeen = <T extends TSchema>(schema: T): T => ({ ...schema, 'x-as-seen': true });

/** The fields of a body that are such. */
export const fieldsAsSeen = ({ properties = {} }: TSchema): string[] =>
  Object.entries(properties as Record<string, TSchema>).flatMap(([name, schema]) =>
    [schema, ...((schema.anyOf as TSchema[] | undefined) ?? [])].some((one) => one['x-as-seen'])
      ? [name]
      : [],
  );

/** A calendar date, `2026-11-21`. */
export const Day = Type.String({ format: 'date' });

/** A moment, ISO 8601 in UTC. */
export const Timestamp = Type.String({ format: 'date-time' });
