import type { Pool } from 'pg';

/** The site's title and logo; `logo_url` is a path on this host, null for the built-in logo. */
export async function siteSettings(pool: Pool): Promise<{ title: string; logo_url: string | null }> {
  const { rows } = await pool.query<{ title: string; logo_file: string | null }>(
    'select title, logo_file from site_settings',
  );
  const { title, logo_file } = rows[0]!;
  return { title, logo_url: logo_file };
}
