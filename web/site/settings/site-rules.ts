import type { FormOf } from '../../../core/api.ts';
import type { SiteChanges } from '../../../core/site/site.schema.ts';
import { LOGO_MAX_BYTES, SITE_TITLE_MAX } from '../../../core/site/site-limits.ts';
import { graphemeCount } from '../../../core/text/grapheme-count.ts';
import type { ApiErrorCode } from '../../lib/call/api-client.ts';
import { formOf } from '../../lib/call/form-of.ts';
import type { FieldProblem } from '../../ui/control/field-problem.ts';

/** The logo to send: another one, the built-in one (null), or the one there is (undefined). */
export type LogoChoice = File | null | undefined;

/** What the browser offers to choose from; the server looks into the file. */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'];

export function checkSiteTitle(title: string): FieldProblem | undefined {
  if (title.trim() === '') return 'required';
  return graphemeCount(title.trim()) > SITE_TITLE_MAX ? 'long' : undefined;
}

/** Returns why the server would refuse this file, as far as that can be seen without looking into it. */
export function checkLogo({ type, size }: Pick<File, 'type' | 'size'>): ApiErrorCode | undefined {
  if (!LOGO_TYPES.includes(type)) return 'not_a_logo';
  return size > LOGO_MAX_BYTES ? 'logo_too_large' : undefined;
}

export function toSiteForm(title: string, logo: LogoChoice): FormOf<SiteChanges> {
  const texts = { title: title.trim(), remove_logo: logo === null ? '1' : undefined };
  return formOf<SiteChanges>(texts, { logo: [logo] });
}
