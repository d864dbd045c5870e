/** The parts of the administrator's area, in the order of their tabs: what is looked at most comes first. */
export const ADMIN_VIEWS = [
  'home',
  'people',
  'official',
  'import',
  'cards',
  'acts',
  'log',
  'site',
  'account',
] as const;
export type AdminView = (typeof ADMIN_VIEWS)[number];

/** The part that an address asks for; the first one when it asks for none that there is. */
export const parseAdminView = (asked: string | null): AdminView =>
  ADMIN_VIEWS.find((view) => view === asked) ?? ADMIN_VIEWS[0];
