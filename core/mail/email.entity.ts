import { defineEntity, p } from '@mikro-orm/core';
import type { Locale } from '../text/locale.ts';
import type { LetterKind, LinkKind } from './email-kinds.ts';

/** A letter that waits to be sent. */
export const Letter = defineEntity({
  name: 'Letter',
  tableName: 'letters',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    kind: p.text().$type<LetterKind>(),
    userId: p.integer(),
    address: p.text(),
    /** Of the page that asked for it. */
    language: p.text().$type<Locale>().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    tries: p.integer().default(0),
    nextTryAt: p.datetime().defaultRaw('now()'),
  },
});

/** What the link of a letter opens, once; an account has one of each kind. */
export const LetterLink = defineEntity({
  name: 'LetterLink',
  tableName: 'letter_links',
  properties: {
    /** SHA-256 of what the link ends with. */
    digest: p.blob().primary(),
    kind: p.text().$type<LinkKind>(),
    userId: p.integer(),
    address: p.text(),
    endsAt: p.datetime(),
  },
});
