import type { Pool } from 'pg';
import { OPERATOR, recordAudit } from '../audit/audit-log.ts';
import { AppError } from '../contract/errors.ts';
import { type PictureKind, pictureKind } from '../files/picture-type.ts';
import type { Storage } from '../files/storage.ts';
import { storePicture } from '../files/stored-picture.ts';
import type { FileRule, Upload } from '../files/upload.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { graphemeCount } from '../text/grapheme-count.ts';
import { tidyLine } from '../text/tidy-text.ts';
import type { SiteSettings as PublicSettings, SiteChanges } from './site.schema.ts';
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS, SITE_TITLE_MAX } from './site-limits.ts';
import type { SiteSettings } from './site-settings.entity.ts';

const KINDS: (PictureKind | undefined)[] = ['png', 'jpg', 'webp'];

const extensionOf = (head: Uint8Array): PictureKind | undefined => {
  const kind = pictureKind(head);
  return KINDS.includes(kind) ? kind : undefined;
};

const refusal = (code: 'logo_too_large' | 'not_a_logo'): AppError => {
  const params = { megabytes: LOGO_MAX_BYTES / 1024 / 1024, pixels: LOGO_MAX_PIXELS };
  const { message } = new AppError(code, { params });
  return new AppError(code, { params, errors: { logo: [message] } });
};

/** The site's logo: PNG, JPEG or WebP. Throws `logo_too_large` or `not_a_logo`. */
export const LOGO: FileRule = {
  field: 'logo',
  maxBytes: LOGO_MAX_BYTES,
  extensionOf,
  tooLarge: () => refusal('logo_too_large'),
  wrongContent: () => refusal('not_a_logo'),
};

/** Moves a logo into the storage, without its metadata, and returns its address. Throws `logo_too_large` or `not_a_logo`. */
export async function storeLogo(storage: Storage, upload: Upload): Promise<string> {
  const stored = await storePicture(storage, 'site', upload, LOGO_MAX_PIXELS);
  if (typeof stored === 'string') throw refusal(stored === 'large' ? 'logo_too_large' : 'not_a_logo');
  return stored.file;
}

/** Changes whether they may. Decks that there are stay as they are. */
export const changeOwnDecks = (
  pool: Pool,
  { students_make_decks: allowed }: { students_make_decks: boolean },
  actorId: number,
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      '/* changeOwnDecks */ update site_settings set students_make_decks = $1 where students_make_decks <> $1',
      [allowed],
    );
    if (rowCount) await recordAudit(tx, [{ actorId, act: 'site.own_decks_changed', details: { allowed } }]);
  });

/**
 * What everybody sees of the site; `logo_url` is a path on this host, null for the built-in logo. The contact address is
 * the administrator's, null where they have given none.
 */
export async function siteSettings(pool: Pool): Promise<Omit<PublicSettings, 'letters' | 'school_login'>> {
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
  const title = changes.title === undefined ? undefined : tidyLine(changes.title);
  if (title === '' || graphemeCount(title ?? '') > SITE_TITLE_MAX) {
    const text =
      title === '' ? 'The title is required' : `The title may have at most ${SITE_TITLE_MAX} characters`;
    throw new AppError('invalid_site_title', { errors: { title: [text] } });
  }
  const logo = storeLogo ? await storeLogo() : changes.remove_logo === '1' ? null : undefined;
  const contact = changes.contact_email === undefined ? undefined : changes.contact_email || null;
  if (title === undefined && logo === undefined && contact === undefined) return;
  await inTransaction(pool, async (tx) => {
    await tables<typeof SiteSettings>(tx)
      .updateTable('site_settings')
      .set({ title, logo_file: logo, contact_email: contact })
      .execute();
    const details = {
      ...(title !== undefined && { title }),
      ...(logo !== undefined && { logo: logo !== null }),
      ...(contact !== undefined && { contact: contact !== null }),
    };
    await recordAudit(tx, [{ actorId, act: 'site.changed', details }]);
  });
}
