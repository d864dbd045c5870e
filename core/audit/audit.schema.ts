import { type Static, Type } from '@sinclair/typebox';
import { contracts, Day, Id, Nullable, OneOf, Timestamp } from '../contract/endpoint.ts';
import { AUDIT_ACTIONS } from './audit-names.ts';

/** Entries on one page. */
export const AUDIT_PAGE_MAX = 100;
/** Code units of a search for a person. */
export const PERSON_SEARCH_MAX = 100;

const AuditAction = OneOf(AUDIT_ACTIONS);

/** Somebody or something that the entry names; `name` is null when it is gone. */
const Named = Type.Object({ id: Type.Integer({ minimum: 0 }), name: Nullable(Type.String()) });
const Detail = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

export const ListedEntry = Type.Object({
  id: Type.Integer(),
  at: Timestamp,
  act: AuditAction,
  /** With the id 0: the operator of the server. */
  actor: Named,
  person: Nullable(Named),
  class: Nullable(Named),
  deck: Nullable(Named),
  exam: Nullable(Named),
  /** What else belongs to the entry, such as a role that was given. */
  details: Type.Record(Type.String(), Detail),
});
export type ListedEntry = Static<typeof ListedEntry>;

const AuditFilter = Type.Object({
  /** The person who did it, or to whom it was done. */
  person_id: Type.Optional(Id),
  /** Words of that person's name, address or user name; who has left is found by number only. */
  person: Type.Optional(Type.String({ maxLength: PERSON_SEARCH_MAX })),
  class_id: Type.Optional(Id),
  act: Type.Optional(AuditAction),
  /** Of the caller's time zone. */
  day: Type.Optional(Day),
});
export type AuditFilter = Static<typeof AuditFilter>;

const pageFields = {
  /** `next` of the page before. */
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: AUDIT_PAGE_MAX })),
};
const AuditPageQuery = Type.Object(pageFields);
export type AuditPageQuery = Static<typeof AuditPageQuery>;

const AuditPage = Type.Object({
  success: Type.Literal(true),
  /** The latest first. */
  data: Type.Array(ListedEntry),
  /** Asks for the next page; null on the last one. */
  next: Nullable(Type.Integer()),
});

const { get } = contracts('Administration', 'admin');

export const listAuditEntries = get('/api/admin/acts', {
  summary: 'What teachers and administrators have done, the latest first',
  querystring: Type.Object({ ...AuditFilter.properties, ...AuditPageQuery.properties }),
  answers: AuditPage,
});

export const exportAuditEntries = get('/api/admin/acts/export', {
  summary: 'All entries that a search finds, as CSV for spreadsheets',
  querystring: AuditFilter,
  answers: Type.Any(),
});

export const listClassAuditEntries = contracts('Classes').get('/api/classes/:classId/acts', {
  access: 'teacher',
  summary: 'What was done to a class, the latest first',
  querystring: AuditPageQuery,
  answers: AuditPage,
});
