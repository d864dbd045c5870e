import { type Static, Type } from '@sinclair/typebox';
import { EMAIL_MAX } from '../account/account-limits.ts';
import { AsSeen, contracts, FORM, Nullable, OneOf } from '../contract/endpoint.ts';
import { ENTRIES } from './entry-limits.ts';
import { SITE_TITLE_MAX } from './site-limits.ts';

const EntryName = OneOf(ENTRIES);

export const SiteSettings = Type.Object({
  title: Type.String(),
  logo_url: Nullable(Type.String()),
  contact_email: Nullable(Type.String()),
  /** After how long accounts that nobody uses are deleted; null: never. */
  delete_unseen_years: Nullable(Type.Integer()),
  delete_disabled_months: Nullable(Type.Integer()),
  /** The people who may register. */
  entry: EntryName,
  /** False until an administrator has answered who may come in. */
  entry_is_chosen: Type.Boolean(),
  /** Whether students may make decks of their own. */
  students_make_decks: Type.Boolean(),
  /** Whether the site sends emails, by which a forgotten password is replaced. */
  letters: Type.Boolean(),
  /** What the school's login is called; null where there is none. */
  school_login: Nullable(Type.String()),
});
export type SiteSettings = Static<typeof SiteSettings>;

/** The text of the form; its file is `logo`. */
export const SiteChanges = Type.Object({
  title: Type.Optional(Type.String({ maxLength: SITE_TITLE_MAX * 20 })),
  /** Brings the built-in logo back. */
  remove_logo: Type.Optional(OneOf(['0', '1'])),
  /** An email address; empty: that of the environment, if there is one. */
  contact_email: Type.Optional(
    AsSeen(Type.String({ maxLength: EMAIL_MAX, pattern: '^(?:[^@\\s]+@[^@\\s]+)?$' })),
  ),
});
export type SiteChanges = Static<typeof SiteChanges>;

export const getSiteSettings = contracts('Site').get('/api/site-settings', {
  access: 'public',
  summary: 'Title, logo, contact address, and who may come in',
  returns: SiteSettings,
});

const { get, post } = contracts('Administration', 'admin');

export const updateSiteSettings = post('/api/admin/site-settings', {
  summary: 'Changes the title, the contact address and, with a file, the logo (PNG, JPEG or WebP)',
  consumes: FORM,
  body: SiteChanges,
  returns: SiteSettings,
});

/** The setting of how people may register, as the administrator sees it. */
export const EntrySettings = Type.Object({
  entry: EntryName,
  /** What people need to register; null unless it is by code. */
  code: Nullable(Type.String()),
  is_chosen: Type.Boolean(),
  /** True when somebody else than administrators has an account. */
  has_people: Type.Boolean(),
});
export type EntrySettings = Static<typeof EntrySettings>;

export const EntryChange = Type.Object({
  entry: EntryName,
  /** Puts another code in the place of the one before. */
  new_code: Type.Optional(Type.Boolean()),
});
export type EntryChange = Static<typeof EntryChange>;

export const getEntry = get('/api/admin/entry', {
  summary: 'Who may come in, and the code of the school',
  returns: EntrySettings,
});

export const changeEntry = post('/api/admin/entry', {
  summary: 'Says who may come in from now on; by code, with a new code or the one there is',
  body: EntryChange,
  returns: EntrySettings,
});

export const changeOwnDecks = post('/api/admin/own-decks', {
  summary:
    'Says whether students may make decks of their own; those there are stay, to be studied and deleted',
  body: Type.Object({ students_make_decks: Type.Boolean() }),
  returns: SiteSettings,
});
