import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { CARD_AUDIO_MAX } from '../../core/card/card-limits.ts';
import { AUDIO_FILES_MAX, CARDS_FILE_MAX } from '../../core/deck-import/import-limits.ts';
import { fileSize } from '../ui/file-size.ts';
import { archiveMax } from './calls-by-role.ts';
import type { ImportProblem } from './import-rules.ts';

const texts: Record<ImportProblem, MessageDescriptor> = {
  required: msg`Please fill in this field`,
  long: msg`This is too long`,
  'file-missing': msg`Please choose the deck's file`,
  'file-empty': msg`This file is empty`,
  'file-large': msg({ message: 'This file is larger than {cards}' }),
  'archive-large': msg({ message: 'This file is larger than {archive}' }),
  'audio-large': msg({ message: 'One of these files is larger than {audio}' }),
  'audio-many': msg({ message: 'At most {files} files; put more of them into a ZIP' }),
  'path-refused': msg`A folder inside the archive, such as deck/audio: without “..” and not from the root`,
  'column-missing': msg`Please choose a column`,
};

/** Returns what is wrong with a field of the import's form. */
export function importFieldText(i18n: I18n, problem: ImportProblem | undefined): string | undefined {
  return (
    problem &&
    i18n._({
      ...texts[problem],
      values: {
        cards: fileSize(CARDS_FILE_MAX, i18n.locale),
        archive: fileSize(archiveMax(), i18n.locale),
        audio: fileSize(CARD_AUDIO_MAX, i18n.locale),
        files: AUDIO_FILES_MAX,
      },
    })
  );
}
