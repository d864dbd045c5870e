/**
 * Learning: decks are studied, exams taken. Teaching: classes are held. Administering: the site and its people are
 * looked after.
 */
type Ability = 'learns' | 'teaches' | 'administers';

/**
 * The roles, each with what it does, which rules and screens ask for. What the screens say of each is in
 * `web/lib/pages/role-pages.ts`.
 */
export const ROLES = {
  student: 'learns',
  teacher: 'teaches',
  admin: 'administers',
} as const satisfies Record<string, Ability>;

export type Role = keyof typeof ROLES;

/** A role that people may choose when they register: any but an administrator's. */
export type OpenRole = {
  [R in Role]: (typeof ROLES)[R] extends 'administers' ? never : R;
}[Role];

export const ROLE_NAMES = Object.keys(ROLES) as Role[];

export const isRole = (text: string | null): text is Role => text !== null && Object.hasOwn(ROLES, text);

export const isOpenRole = (role: string): role is OpenRole => isRole(role) && !administers(role);

const asks =
  (ability: Ability) =>
  (role: Role | null | undefined): boolean =>
    ROLES[role as Role] === ability;

export const learns = asks('learns');
export const teaches = asks('teaches');
export const administers = asks('administers');
