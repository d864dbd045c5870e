import { type Static, Type } from '@sinclair/typebox';
import { endpoint, Nullable, success } from '../endpoint.ts';
import { SITE_TITLE_MAX } from './site-limits.ts';

export const SiteSettings = Type.Object({
  title: Type.String(),
  logo_url: Nullable(Type.String()),
  contact_email: Nullable(Type.String()),
  /** Whether the site sends letters, by which a forgotten password is replaced. */
  letters: Type.Boolean(),
  /** What the school's login is called; null where there is none. */
  school_login: Nullable(Type.String()),
});
export type SiteSettings = Static<typeof SiteSettings>;

/** The text of the form; its file is `logo`. */
export const SiteChanges = Type.Object({
  title: Type.Optional(Type.String({ maxLength: SITE_TITLE_MAX * 20 })),
  /** Brings the built-in logo back. */
  remove_logo: Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1')])),
});
export type SiteChanges = Static<typeof SiteChanges>;

export const getSiteSettings = endpoint({
  method: 'GET',
  url: '/api/site-settings',
  access: 'public',
  schema: {
    summary: 'Title, logo and contact address',
    tags: ['Site'],
    response: { 200: success(SiteSettings) },
  },
});

export const updateSiteSettings = endpoint({
  method: 'POST',
  url: '/api/admin/site-settings',
  access: 'admin',
  schema: {
    summary: 'Changes the title and, with a file, the logo (PNG, JPEG or WebP)',
    tags: ['Administration'],
    consumes: ['multipart/form-data', 'application/json'],
    body: SiteChanges,
    response: { 200: success(SiteSettings) },
  },
});
