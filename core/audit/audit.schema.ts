import { type Static, Type } from '@sinclair/typebox';
import { ClassIdParams, contracts, Day, Id, Nullable, Timestamp } from '../contract/endpoint.ts';
import { ACT_NAMES } from './audit-names.ts';

/** Acts on one page. */
export const ACTS_PAGE_MAX = 100;
/** Code units of a search for a person. */
export const PERSON_SEARCH_MAX = 100;

const ActName = Type.Union(ACT_NAMES.map((name) => Type.Literal(name)));

/** Somebody or something that the act names; `name` is null when it is gone. */
const Named = Type.Object({ id: Type.Integer({ minimum: 0 }), name: Nullable(Type.String()) });
const Detail = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

export const ListedAct = Type.Object({
  id: Type.Integer(),
  at: Timestamp,
  act: ActName,
  /** With the id 0: the operator of the server. */
  actor: Named,
  person: Nullable(Named),
  class: Nullable(Named),
  deck: Nullable(Named),
  exam: Nullable(Named),
  /** What else belongs to the act, such as a role that was given. */
  details: Type.Record(Type.String(), Detail),
});
export type ListedAct = Static<typeof ListedAct>;

const ActFilter = Type.Object({
  /** The person who did it, or to whom it was done. */
  person_id: Type.Optional(Id),
  /** Words of that person's name, address or user name; who has left is found by number only. */
  person: Type.Optional(Type.String({ maxLength: PERSON_SEARCH_MAX })),
  class_id: Type.Optional(Id),
  act: Type.Optional(ActName),
  /** Of the caller's time zone. */
  day: Type.Optional(Day),
});
export type ActFilter = Static<typeof ActFilter>;

const pageFields = {
  /** `next` of the page before. */
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: ACTS_PAGE_MAX })),
};
const ActPageQuery = Type.Object(pageFields);
export type ActPageQuery = Static<typeof ActPageQuery>;

const ActPage = Type.Object({
  success: Type.Literal(true),
  /** The latest first. */
  data: Type.Array(ListedAct),
  /** Asks for the next page; null on the last one. */
  next: Nullable(Type.Integer()),
});

const { get } = contracts('Administration');

export const listActs = get('/api/admin/acts', {
  access: 'admin',
  summary: 'What teachers and administrators have done, the latest first',
  querystring: Type.Composite([ActFilter, ActPageQuery]),
  answers: ActPage,
});

export const exportActs = get('/api/admin/acts/export', {
  access: 'admin',
  summary: 'All acts that a search finds, as CSV for spreadsheets',
  querystring: ActFilter,
  answers: Type.Any(),
});

export const listClassActs = contracts('Classes').get('/api/classes/:classId/acts', {
  access: 'teacher',
  summary: 'What was done to a class, the latest first',
  params: ClassIdParams,
  querystring: ActPageQuery,
  answers: ActPage,
});
