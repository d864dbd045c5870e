import { type Static, Type } from '@sinclair/typebox';
import { DELETE_REASONS, OwnPassword } from '../account/account.schema.ts';
import { VisitCode } from '../account/school-login/school-login.schema.ts';
import { contracts, Id, Nullable, OneOf, Timestamp } from '../contract/endpoint.ts';
import { DISABLED_MONTHS_MAX, UNSEEN_YEARS_MAX } from './person-limits.ts';

const Named = Type.Object({ id: Id, name: Type.String() });

/** What others still need of a person's. Each list has at most twenty. */
export const DeletionObstacles = Type.Object({
  classes: Type.Array(Named),
  /** Decks that a class has, or that are official. */
  decks: Type.Array(Named),
  /** Exams that a class has. */
  exams: Type.Array(Named),
  last_administrator: Type.Boolean(),
});
export type DeletionObstacles = Static<typeof DeletionObstacles>;

export const Deletion = Type.Object({
  /** When the account is to be erased; null: it stays. */
  delete_at: Nullable(Timestamp),
  reason: Nullable(OneOf(DELETE_REASONS)),
  obstacles: DeletionObstacles,
});
export type Deletion = Static<typeof Deletion>;

/** Accounts that are not used are deleted after so long; null: never. */
export const Retention = Type.Object({
  /** Students and teachers whom nobody has seen for so many years. */
  delete_unseen_years: Nullable(Type.Integer({ minimum: 1, maximum: UNSEEN_YEARS_MAX })),
  /** Students and teachers who have been disabled for so many months. */
  delete_disabled_months: Nullable(Type.Integer({ minimum: 1, maximum: DISABLED_MONTHS_MAX })),
});
export type Retention = Static<typeof Retention>;

export const RetentionPreview = Type.Object({
  /** Accounts to which the rule would apply today. */
  unseen: Type.Integer(),
  disabled: Type.Integer(),
  /** Of these, teachers who keep their accounts until their classes, decks and exams are handed over. */
  with_work: Type.Integer(),
});
export type RetentionPreview = Static<typeof RetentionPreview>;

const { get, post, del } = contracts('Accounts', 'any');

export const getDeletion = get('/api/me/deletion', {
  summary: 'Whether the own account is to be deleted, and what stands in the way',
  returns: Deletion,
});

export const askDeletion = post('/api/me/deletion', {
  summary: 'Delete the own account, 14 days from now',
  body: OwnPassword,
  returns: Deletion,
});

export const askDeletionBySchool = post('/api/me/deletion/by-school', {
  summary: 'Delete the own account, 14 days from now, after another login at the school',
  body: Type.Object({ code: VisitCode }),
  returns: Deletion,
});

export const keepAccount = del('/api/me/deletion', {
  summary: 'Keep the own account after all',
});

export const previewRetention = contracts('Administration').post('/api/admin/retention/preview', {
  access: 'admin',
  summary: 'How many accounts these rules would delete; changes nothing',
  body: Retention,
  returns: RetentionPreview,
});

export const changeRetention = contracts('Administration').post('/api/admin/retention', {
  access: 'admin',
  summary: 'Changes how long accounts are kept that nobody uses',
  body: Retention,
  returns: Retention,
});
