interface RoleFacts {
  /** True for a role that people may choose when they register. */
  registers: boolean;
  /** By which form they log in; administrators have a form and a place for the token of their own. */
  login: 'people' | 'administration';
  /** True for a token that ends after `STAFF_TOKEN_HOURS`, since it opens what belongs to others. */
  isStaff: boolean;
}

/** The roles. What the screens say of each is in `web/lib/pages/role-text.ts`. */
export const ROLES = {
  student: { registers: true, login: 'people', isStaff: false },
  teacher: { registers: true, login: 'people', isStaff: true },
  admin: { registers: false, login: 'administration', isStaff: true },
} as const satisfies Record<string, RoleFacts>;

export type Role = keyof typeof ROLES;

/** A role that people may choose when they register. */
export type OpenRole = { [R in Role]: (typeof ROLES)[R]['registers'] extends true ? R : never }[Role];

export const ROLE_NAMES = Object.keys(ROLES) as Role[];

export const isRole = (text: string | null): text is Role => text !== null && Object.hasOwn(ROLES, text);

export const isOpenRole = (role: string): role is OpenRole => isRole(role) && ROLES[role].registers;
