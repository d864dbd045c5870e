import { type Static, Type } from '@sinclair/typebox';
import { endpoint, Nullable, success } from '../endpoint.ts';

export const SiteSettings = Type.Object({
  title: Type.String(),
  logo_url: Nullable(Type.String()),
  contact_email: Nullable(Type.String()),
});
export type SiteSettings = Static<typeof SiteSettings>;

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
