/** The statuses that callers get, in the order of `CALLERS`. */
export type Statuses = [
  none: number,
  outsider: number,
  member: number,
  other: number,
  owner: number,
  admin: number,
];
export const all = (status: number): Statuses => [status, status, status, status, status, status];
export const users = (status: number): Statuses => [401, status, status, status, status, status];
export const ofMember = (status: number, admins = 403): Statuses => [401, 403, status, 403, 403, admins];
export const ofOwner = (status: number, admins = 403): Statuses => [401, 403, 403, 403, status, admins];
export const ofAdmin = (status: number): Statuses => [401, 403, 403, 403, 403, status];
/** Of somebody's own imports. */
export const ofImporter = (status: number): Statuses => [401, 404, 404, 404, status, 403];

export const EVERYBODY = all(200);
export const LOGGED_IN = users(200);
export const STUDENTS: Statuses = [401, 200, 200, 403, 403, 403];
export const MEMBERS = ofMember(200);
export const OWNER = ofOwner(200);
export const OWNER_MAKES = ofOwner(201);
export const TEACHERS_MAKE: Statuses = [401, 403, 403, 201, 201, 403];
/** Where the school lets students make decks. */
export const AUTHORS_MAKE: Statuses = [401, 201, 201, 201, 201, 403];
export const TEACHERS: Statuses = [401, 403, 403, 200, 200, 403];
export const TEACHERS_AND_ADMIN: Statuses = [401, 403, 403, 200, 200, 200];
export const CLASS: Statuses = [401, 403, 200, 403, 200, 403];
/** Of the other class, its teacher or its student. */
export const OTHER_CLASS: Statuses = [401, 200, 403, 200, 403, 403];
export const OTHER_CLASS_AND_ADMIN: Statuses = [401, 200, 403, 200, 403, 200];
export const OTHER_STUDENT: Statuses = [401, 200, 403, 403, 403, 403];
export const OTHER_TEACHER: Statuses = [401, 403, 403, 200, 403, 403];
/** By way of a class of one's own to somebody who is not in it. */
export const NOT_IN_OWN: Statuses = [401, 403, 403, 403, 404, 403];
export const OWNER_AND_ADMIN = ofOwner(200, 200);
export const CLASS_AND_ADMIN: Statuses = [401, 403, 200, 403, 200, 200];
export const NOBODY = users(403);
export const ADMIN = ofAdmin(200);
export const ADMIN_ALONE_KNOWS = ofAdmin(404);
/** By way of a deck of one's own to another's card. */
export const BY_WAY_OF_OTHERS: Statuses = [401, 403, 403, 404, 403, 403];
/** Teachers who get what is another teacher's, who has it, and who cannot. */
export const INVITED: Statuses = [401, 403, 403, 200, 404, 403];
/** What is in nobody else's trash is in none, also not the administrators'. */
export const OWN_TRASH: Statuses = [401, 404, 404, 404, 200, 404];
/** The administrator, who else changes any deck, hears that there is none. */
export const KEEPER_ALONE = ofMember(200, 404);
