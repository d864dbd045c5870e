import { p } from '@mikro-orm/core';
import { defineTable } from '../postgres/define-table.ts';
import type { Entry } from './entry-limits.ts';

/** The one row of what the administrator has made of the site. */
export const SiteSettings = defineTable('site_settings', {
  /** Always true, so that there is one row. */
  id: p.boolean().primary().default(true),
  title: p.text().default('Nhớ'),
  logoFile: p.text().nullable(),
  /** In the footer of every page; null: what the environment says. */
  contactEmail: p.text().nullable(),
  /** After how long accounts are deleted: nobody was seen, or they are disabled; null: never. */
  deleteUnseenYears: p.smallint().nullable(),
  deleteDisabledMonths: p.smallint().nullable(),
  /** The people who may register. */
  entry: p.text().$type<Entry>().default('open'),
  /** The school's code, while one is needed to register. */
  entryCode: p.text().nullable(),
  /** False until an administrator has answered who may come in. */
  entryIsChosen: p.boolean().default(false),
  /** Students may make decks of their own. */
  studentsMakeDecks: p.boolean().default(false),
});
