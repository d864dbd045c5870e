import { defineEntity, p } from '@mikro-orm/core';

/** The one row of what the administrator has made of the site. */
export const SiteSettings = defineEntity({
  name: 'SiteSettings',
  tableName: 'site_settings',
  properties: {
    /** Always true, so that there is one row. */
    id: p.boolean().primary(),
    title: p.text(),
    logoFile: p.text().nullable(),
    /** After how long accounts are deleted: nobody was seen, or they are disabled; null: never. */
    deleteUnseenYears: p.smallint().nullable(),
    deleteDisabledMonths: p.smallint().nullable(),
  },
});
