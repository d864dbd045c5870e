import { type Static, Type } from '@sinclair/typebox';
import { contracts, Nullable, Timestamp } from '../contract/endpoint.ts';

/** How the whole site is, in a few figures. */
export const AdminHome = Type.Object({
  /** Students who have answered a card on this study day. */
  active_today: Type.Integer(),
  students: Type.Integer(),
  teachers: Type.Integer(),
  /** Of them who wait to be let in. */
  waiting: Type.Integer(),
  classes: Type.Integer(),
  exams: Type.Integer(),
  /** Of the database and of the disk that holds the data, in bytes. */
  storage: Type.Object({
    database_bytes: Type.Number(),
    disk_bytes: Type.Number(),
    free_bytes: Type.Number(),
    /** Whether uploads are still taken: below a limit they are refused, so that the database has room. */
    takes_uploads: Type.Boolean(),
  }),
  log: Type.Object({
    events: Type.Integer(),
    /** Events that have not reached all figures yet. */
    lag: Type.Integer(),
    /** Since the oldest of them was recorded. */
    lag_seconds: Type.Number(),
    /** Events that could not be taken in. */
    parked: Type.Integer(),
    /** When figures were last compared with the log; null when they never were. */
    verified_at: Nullable(Timestamp),
    /** Rows that differed then; null when the comparison failed or never was. */
    differences: Nullable(Type.Integer()),
  }),
});
export type AdminHome = Static<typeof AdminHome>;

export const getAdminHome = contracts('Administration').get('/api/admin/home', {
  access: 'admin',
  summary: 'Who uses the site today, what it holds, the room left and whether all figures are right',
  returns: AdminHome,
});
