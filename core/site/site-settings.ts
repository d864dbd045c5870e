import type { Pool } from 'pg';
import { OPERATOR, recordAudit } from '../audit/audit-log.ts';
import { AppError } from '../contract/errors.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { graphemeCount } from '../text/grapheme-count.ts';
import { tidyText } from '../text/tidy-text.ts';
import type { SiteSettings as PublicSettings, SiteChanges } from './site.schema.ts';
import { SITE_TITLE_MAX } from './site-limits.ts';
import type { SiteSettings } from './site-settings.entity.ts';

/** What everybody sees of the site; `logo_url` is a path on this host, null for the built-in logo. */
export async function siteSettings(
  pool: Pool,
): Promise<Omit<PublicSettings, 'contact_email' | 'letters' | 'school_login'>> {
  const {
    id: _id,
    logo_file,
    entry_code: _code,
    ...settings
  } = await tables<typeof SiteSettings>(pool)
    .selectFrom('site_settings')
    .selectAll()
    .executeTakeFirstOrThrow();
  return { ...settings, logo_url: logo_file };
}

/** Changes what is given; `storeLogo` brings a new logo, once everything else is in order. Throws `invalid_site_title`. */
export async function updateSiteSettings(
  pool: Pool,
  changes: SiteChanges,
  {
    storeLogo,
    actorId = OPERATOR,
  }: { storeLogo?: (() => Promise<string>) | undefined; actorId?: number } = {},
): Promise<void> {
  const title = changes.title === undefined ? undefined : tidyText(changes.title);
  if (title === '' || graphemeCount(title ?? '') > SITE_TITLE_MAX) {
    const text =
      title === '' ? 'The title is required' : `The title may have at most ${SITE_TITLE_MAX} characters`;
    throw new AppError('invalid_site_title', { errors: { title: [text] } });
  }
  const logo = storeLogo ? await storeLogo() : changes.remove_logo === '1' ? null : undefined;
  if (title === undefined && logo === undefined) return;
  await inTransaction(pool, async (tx) => {
    await tables<typeof SiteSettings>(tx)
      .updateTable('site_settings')
      .set({ title, logo_file: logo })
      .execute();
    const details = {
      ...(title !== undefined && { title }),
      ...(logo !== undefined && { logo: logo !== null }),
    };
    await recordAudit(tx, [{ actorId, act: 'site.changed', details }]);
  });
}
