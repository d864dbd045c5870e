import { type Static, Type } from '@sinclair/typebox';
import { DELETE_REASONS } from '../account/account.schema.ts';
import { ConnectedSchool } from '../account/school-login/school-login.schema.ts';
import { contracts, Id, Nullable, OneOf, Timestamp } from '../contract/endpoint.ts';
import { PageQuery, page } from '../contract/page-query.ts';
import { ROLE_NAMES } from '../contract/roles.ts';
import { DeletionObstacles } from './deletion.schema.ts';
import { PEOPLE_CHANGED_MAX, PEOPLE_PAGE_MAX, PEOPLE_SEARCH_MAX } from './person-limits.ts';

const RoleName = OneOf(ROLE_NAMES);

export const PEOPLE_STATES = ['active', 'waiting', 'disabled', 'must_change', 'to_be_deleted'] as const;
/** When somebody was last here: within 7 days, within 30, longer ago, or not since this is written down. */
export const PEOPLE_SEEN = ['week', 'month', 'longer', 'never'] as const;
/** By given name; the latest seen first; the longest silent first; the newest account first. */
export const PEOPLE_ORDERS = ['name', 'seen', 'silent', 'made'] as const;

export const Person = Type.Object({
  id: Id,
  name: Type.String(),
  email: Nullable(Type.String()),
  /** True: they registered with the address and have not confirmed it. Others may have it, or have done the same. */
  claims_email: Type.Boolean(),
  user_name: Nullable(Type.String()),
  role: RoleName,
  disabled: Type.Boolean(),
  /** A teacher whom the administrator has not let in; refused, when the account is disabled as well. */
  awaits_approval: Type.Boolean(),
  /** Somebody else gave the password, and it was not changed yet. */
  must_change_password: Type.Boolean(),
  /** A teacher made the account; null for a personal one. */
  made_in_class_id: Nullable(Id),
  created_at: Timestamp,
  /** To the hour; null: not since this is written down. */
  seen_at: Nullable(Timestamp),
  /** When the account is to be erased; null: it stays. */
  delete_at: Nullable(Timestamp),
});
export type Person = Static<typeof Person>;

const PeopleFilter = Type.Object({
  /** Words of the name, the address or the user name, with or without tone marks. */
  search: Type.Optional(Type.String({ maxLength: PEOPLE_SEARCH_MAX })),
  role: Type.Optional(RoleName),
  /** Its teachers and its students. */
  class_id: Type.Optional(Id),
  state: Type.Optional(OneOf(PEOPLE_STATES)),
  seen: Type.Optional(OneOf(PEOPLE_SEEN)),
  sort: Type.Optional(OneOf(PEOPLE_ORDERS)),
});
export type PeopleFilter = Static<typeof PeopleFilter>;

const PeopleQuery = Type.Object({
  ...PeopleFilter.properties,
  /** `next` of the page before. */
  after: Type.Optional(Type.String({ maxLength: 1_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PEOPLE_PAGE_MAX })),
});
export type PeopleQuery = Static<typeof PeopleQuery>;

export const PersonClass = Type.Object({
  id: Id,
  name: Type.String(),
  is_teacher: Type.Boolean(),
  is_owner: Type.Boolean(),
  /** A student who still waits for approval. */
  is_waiting: Type.Boolean(),
});

export const OnePerson = Type.Object({
  ...Person.properties,
  /** The first hundred, by name. */
  classes: Type.Array(PersonClass),
  deck_count: Type.Integer(),
  exam_count: Type.Integer(),
  /** Exams that were handed in. */
  result_count: Type.Integer(),
  delete_reason: Nullable(OneOf(DELETE_REASONS)),
  /** The school's account by which they log in; null: none is connected. */
  school_login: Nullable(ConnectedSchool),
  /** What has to be handed over or deleted before the person can be. */
  deletion_obstacles: DeletionObstacles,
});
export type OnePerson = Static<typeof OnePerson>;

const ACCOUNT_CHANGES = [
  'approve',
  'refuse',
  'disable',
  'enable',
  'new_password',
  'end_sessions',
  'disconnect_school',
] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];
/** In 14 days, not after all, and at once. */
const PEOPLE_DELETIONS = ['delete', 'keep', 'erase'] as const;
export type PeopleDeletion = (typeof PEOPLE_DELETIONS)[number];
export type PeopleChange = AccountChange | PeopleDeletion;

export const isDeletion = (change: PeopleChange): change is PeopleDeletion =>
  (PEOPLE_DELETIONS as readonly string[]).includes(change);

export const ChangedPerson = Type.Object({
  id: Id,
  /** Why nothing was changed; null when it was. */
  refused: Nullable(
    OneOf([
      'person_not_found',
      'last_administrator',
      'own_account',
      'not_waiting',
      'not_connected',
      'person_has_work',
    ]),
  ),
  /** A new password, also for a user who would have no other way in: only in this answer can it be read. */
  password: Nullable(Type.String()),
});
export type ChangedPerson = Static<typeof ChangedPerson>;

/** Somebody, or what somebody owns. */
export const SearchedPlace = Type.Object({
  kind: OneOf(['person', 'class', 'exam']),
  /** The person, or the owner of the class or the exam. */
  person_id: Id,
  label: Type.String(),
  /** The address or user name of a person, the owner's name of the rest. */
  detail: Type.String(),
});
export type SearchedPlace = Static<typeof SearchedPlace>;

const { get, post } = contracts('Administration', 'admin');

export const listPeople = get('/api/admin/people', {
  summary: 'Everybody with an account, a page at a time',
  querystring: PeopleQuery,
  answers: Type.Object({
    success: Type.Literal(true),
    data: Type.Array(Person),
    /** Asks for the next page; null on the last one. */
    next: Nullable(Type.String()),
  }),
});

export const searchSite = get('/api/admin/search', {
  summary: 'The first people, classes and exams with these words in their names, with or without tone marks',
  querystring: Type.Object({ search: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }) }),
  returns: Type.Array(SearchedPlace),
});

export const exportPeople = get('/api/admin/people/export', {
  summary: 'All that a search finds, as CSV for spreadsheets',
  querystring: PeopleFilter,
  answers: Type.Any(),
});

export const getPerson = get('/api/admin/people/:personId', {
  summary: 'One person, with what they have',
  returns: OnePerson,
});

/** A deck that a student made, as the administrator knows it: by nothing that stands in it. */
export const PrivateDeck = Type.Object({ id: Id, card_count: Type.Integer(), created_at: Timestamp });
export type PrivateDeck = Static<typeof PrivateDeck>;

export const listPrivateDecks = get('/api/admin/people/:personId/decks', {
  summary: 'The decks that a student made, without their titles and cards, the newest first',
  querystring: PageQuery,
  answers: page(PrivateDeck),
});

export const changePeople = post('/api/admin/people/changes', {
  summary:
    'Lets in or refuses who waits, disables, enables, deletes, gives new passwords, ends sessions or disconnects from the school; each person has an outcome',
  body: Type.Object({
    change: OneOf([...ACCOUNT_CHANGES, ...PEOPLE_DELETIONS]),
    // A person who is named twice is changed once; the check for equal values would follow any depth of lists.
    person_ids: Type.Array(Id, { minItems: 1, maxItems: PEOPLE_CHANGED_MAX }),
  }),
  returns: Type.Array(ChangedPerson),
});

export const changeRole = post('/api/admin/people/:personId/role', {
  summary: 'Gives somebody another role, where nothing that they have forbids it',
  body: Type.Object({ role: RoleName }),
  returns: OnePerson,
});
