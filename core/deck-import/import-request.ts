import { CARD_FIELDS } from '../contract/card-fields.ts';
import { AppError, type FieldErrors } from '../contract/errors.ts';
import { DECK_DESCRIPTION_MAX, DECK_TITLE_MAX, OFFICIAL_LABEL_MAX } from '../deck/deck-limits.ts';
import { graphemeCount } from '../text/grapheme-count.ts';
import { tidyLine, tidyOptional, tidyText } from '../text/tidy-text.ts';
import type { ColumnMap } from './cards/card-source.ts';
import type { NewImportBody } from './deck-import.schema.ts';

/** What is to be made of the files, checked. */
export interface ImportRequest {
  title: string;
  description: string | null;
  is_official: boolean;
  official_button_label: string | null;
  /** Folder inside the archive; null for its root. */
  audio_source_path: string | null;
  as_new: boolean;
  /** The deck that was chosen, own or a colleague's; absent where the title decides. */
  into_deck?: number;
  remove_missing: boolean;
  columns: ColumnMap | null;
  /** Imports the rest when some cards have errors; absent in imports of earlier versions. */
  leave_out?: boolean;
  /** Brings the answers that an Anki package has logged along, of a student; absent is no. */
  with_schedule?: boolean;
  /** The deck that the check said would be updated, null for a new one; undefined when nothing was checked. */
  expected_deck?: number | null;
}

/** Reads the request in a form's texts. `hasCards`: the file with the cards came. Throws `invalid_import`. */
export function readRequest(body: NewImportBody, hasCards: boolean): ImportRequest {
  const errors: FieldErrors = {};
  const limited = (field: string, text: string | null, max: number): string | null => {
    if (graphemeCount(text ?? '') > max) errors[field] = [`At most ${max} characters`];
    return text;
  };
  const title = tidyLine(body.title);
  if (!title) errors.title = ['The title is required'];
  const isOfficial = body.is_official === '1';
  const label = tidyOptional(body.official_button_label);
  const request: ImportRequest = {
    title: limited('title', title, DECK_TITLE_MAX) ?? '',
    description: limited('description', tidyOptional(body.description), DECK_DESCRIPTION_MAX),
    is_official: isOfficial,
    official_button_label: isOfficial ? limited('official_button_label', label, OFFICIAL_LABEL_MAX) : null,
    audio_source_path: readFolder(body.audio_source_path, errors),
    as_new: body.as_new === '1',
    ...(body.into_deck !== undefined && { into_deck: Number(body.into_deck) }),
    remove_missing: body.remove_missing === '1',
    columns: readColumns(body.columns, errors),
    leave_out: body.leave_out === '1',
    ...(body.with_schedule === '1' && { with_schedule: true }),
  };
  if (!hasCards) errors.json_file = ['The file with the cards is required'];
  if (Object.keys(errors).length)
    throw new AppError('invalid_import', { params: { fields: Object.keys(errors).join(', ') }, errors });
  return request;
}

/** A folder inside an archive, never one of this machine: relative, without `..`. Blank is null. */
function readFolder(text: string | undefined, errors: FieldErrors): string | null {
  const folder = tidyText(text ?? '').replace(/^(\.\/)+|\/+$/g, '');
  if (/^\/|^[A-Za-z]:|\\|\p{Cc}/u.test(folder) || folder.split('/').includes('..'))
    errors.audio_source_path = ['A folder inside the archive, without “..” and not from the root'];
  return folder || null;
}

function readColumns(text: string | undefined, errors: FieldErrors): ColumnMap | null {
  if (!text?.trim()) return null;
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new TypeError('No object');
    const named = Object.entries(given).filter(([, name]) => name !== null && name !== '');
    const fields: readonly string[] = CARD_FIELDS;
    if (
      !named.every(
        ([field, name]) => fields.includes(field) && typeof name === 'string' && !name.includes('\0'),
      )
    )
      throw new TypeError('Another field or no name');
    return named.length ? Object.fromEntries(named) : null;
  } catch {
    errors.columns = [`A JSON object with the names of columns for: ${CARD_FIELDS.join(', ')}`];
    return null;
  }
}
