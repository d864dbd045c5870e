import { p } from '@mikro-orm/core';
import { defineTable } from '../postgres/define-table.ts';
import type { Locale } from '../text/locale.ts';
import type { EmailKind, LinkKind } from './email-kinds.ts';

/** An email that waits to be sent. */
export const Email = defineTable('letters', {
  id: p.bigint('string').primary().autoincrement(),
  kind: p.text().$type<EmailKind>(),
  /** Null for the email of an invitation: anybody may have its address. */
  userId: p.integer().nullable(),
  invitationId: p.integer().nullable(),
  address: p.text(),
  /** Of the page that asked for it. */
  language: p.text().$type<Locale>().nullable(),
  createdAt: p.datetime().defaultRaw('now()'),
  tries: p.integer().default(0),
  nextTryAt: p.datetime().defaultRaw('now()'),
});

/** What the link of an email opens, once; an account has one of each kind. */
export const EmailLink = defineTable('letter_links', {
  /** SHA-256 of what the link ends with. */
  digest: p.blob().primary(),
  kind: p.text().$type<LinkKind>(),
  userId: p.integer(),
  address: p.text(),
  endsAt: p.datetime(),
});
