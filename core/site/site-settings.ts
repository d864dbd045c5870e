import type { Pool } from 'pg';
import { AppError } from '../errors.ts';
import { letterCount } from '../letter-count.ts';
import { tidyText } from '../tidy-text.ts';
import type { SiteChanges } from './site.schema.ts';
import { SITE_TITLE_MAX } from './site-limits.ts';

/** The site's title and logo; `logo_url` is a path on this host, null for the built-in logo. */
export async function siteSettings(pool: Pool): Promise<{ title: string; logo_url: string | null }> {
  const { rows } = await pool.query<{ title: string; logo_file: string | null }>(
    'select title, logo_file from site_settings',
  );
  const { title, logo_file } = rows[0]!;
  return { title, logo_url: logo_file };
}

/** Changes what is given; `storeLogo` brings a new logo, once everything else is in order. Throws `invalid_site_title`. */
export async function updateSiteSettings(
  pool: Pool,
  changes: SiteChanges,
  storeLogo?: () => Promise<string>,
): Promise<void> {
  const title = changes.title === undefined ? null : tidyText(changes.title);
  if (title === '' || letterCount(title ?? '') > SITE_TITLE_MAX) {
    const text =
      title === '' ? 'The title is required' : `The title may have at most ${SITE_TITLE_MAX} characters`;
    throw new AppError('invalid_site_title', { errors: { title: [text] } });
  }
  const logo = storeLogo ? await storeLogo() : null;
  await pool.query(
    `update site_settings set title = coalesce($1, title),
       logo_file = coalesce($2, case when not $3 then logo_file end)`,
    [title, logo, changes.remove_logo === '1'],
  );
}
