import type { FormOf } from '../../../core/api.ts';
import type { NewImportBody } from '../../../core/deck-import/deck-import.schema.ts';
import { formOf } from '../../lib/call/form-of.ts';
import { cardFileKind } from './card-file-kind.ts';
import type { ImportValues } from './import-rules.ts';

const flag = (isSet: boolean): '1' | undefined => (isSet ? '1' : undefined);

const kindOf = ({ cardFile }: ImportValues) => cardFile && cardFileKind(cardFile.name);

/** The map of columns as it is sent; of an Anki package only the fields that were named. */
function columnsText(values: ImportValues): string | undefined {
  const kind = kindOf(values);
  if (kind !== 'table' && kind !== 'anki') return undefined;
  const named = Object.entries(values.columns ?? {}).filter(([, column]) => column?.trim());
  return named.length === 0 ? undefined : JSON.stringify(Object.fromEntries(named));
}

/** The texts of the form as the server takes them; what is left out is off. */
function importTexts(values: ImportValues, checkOnly: boolean): NewImportBody {
  return {
    title: values.title.trim(),
    description: values.description.trim() || undefined,
    is_official: flag(values.isOfficial),
    official_button_label: values.isOfficial ? values.label.trim() : undefined,
    audio_source_path: values.audioSourcePath.trim() || undefined,
    check_only: flag(checkOnly),
    as_new: flag(values.asNew && values.intoDeck === null),
    into_deck: values.intoDeck?.toString(),
    remove_missing: flag(values.removeMissing && !values.asNew),
    columns: columnsText(values),
    with_schedule: flag(values.withSchedule && kindOf(values) === 'anki'),
  };
}

/** The form of an import: all texts before the first file, so that the server knows them when it reads that. */
export function importForm(values: ImportValues, checkOnly: boolean): FormOf<NewImportBody> {
  return formOf<NewImportBody>(importTexts(values, checkOnly), {
    json_file: [values.cardFile],
    audio_files: values.audioFiles,
    audio_archive: [values.archive],
  });
}
