import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileText } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ColumnMap } from '../../../core/deck-import/cards/card-source.ts';
import { CARDS_FILE_MAX } from '../../../core/deck-import/import-limits.ts';
import { fileSize } from '../../ui/figure/file-size.ts';
import { archiveMax, isStudentsImport } from '../calls-by-role.ts';
import { importProblemText } from '../problem-text.ts';
import { CARD_FILE_ACCEPT, cardFileKind } from './card-file-kind.ts';
import { ColumnFields } from './column-fields.tsx';
import { controlId, type ImportFieldsProps } from './import-fields.ts';
import { OneFileInput } from './sized-file-input.tsx';
import { type PreviewProblem, readTablePreview, type TablePreview } from './table-preview.ts';

type PreviewState = TablePreview | PreviewProblem | 'none' | 'reading' | 'unavailable';

/** The first rows of the file, when it is a table; `onRead` gets the columns that their names suggest. */
function useTablePreview(file: File | null, onRead: (columns: ColumnMap) => void): PreviewState {
  const [found, setFound] = useState<{ file: File; preview: PreviewState } | null>(null);
  const onReadNow = useEffectEvent(onRead);
  const isTable = file !== null && cardFileKind(file.name) === 'table';

  useEffect(() => {
    if (!isTable) return;
    let isWanted = true;
    const show = (preview: PreviewState) => {
      if (!isWanted) return;
      setFound({ file, preview });
      if (typeof preview === 'object' && 'columns' in preview) onReadNow(preview.columns);
    };
    // Without a preview, the server still finds the columns by their names.
    readTablePreview(file).then(
      (preview) => show(preview ?? 'unavailable'),
      () => show('unavailable'),
    );
    return () => {
      isWanted = false;
    };
  }, [file, isTable]);

  if (!isTable) return 'none';
  return found?.file === file ? found.preview : 'reading';
}

/** What becomes of an Anki package, and what else is to come along of it. */
function AnkiFields({ values, change }: ImportFieldsProps) {
  const { t } = useLingui();
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        <Trans>
          What Anki asks becomes the front, what stands in its answer the back; examples and the like are
          found by the names of their fields. A check shows the first cards, and there you can choose other
          fields.
        </Trans>
      </Text>
      {isStudentsImport() && (
        <Checkbox
          label={t`Bring my schedule along`}
          description={t`What you answered in Anki plans when its cards come here. Your streak and your time stay as they are, and so does what you have answered here already. In Anki, export with scheduling information.`}
          checked={values.withSchedule}
          onChange={(event) => change({ withSchedule: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

/** The file with the cards, and how it is to be read where that is not plain. */
export function CardFileField(props: ImportFieldsProps) {
  const { values, change, problemOf } = props;
  const { t, i18n } = useLingui();
  const { cardFile } = values;
  const preview = useTablePreview(cardFile, (columns) => change({ columns }));
  const small = fileSize(CARDS_FILE_MAX, i18n.locale);
  const most = archiveMax();
  const large = fileSize(most, i18n.locale);
  return (
    <Stack gap="sm">
      <OneFileInput
        id={controlId('cardFile')}
        label={t`Deck file (Excel, CSV, TSV, JSON, Anki package or ZIP)`}
        description={
          // Of a user who may send little in all, no file is larger than that.
          most > CARDS_FILE_MAX ? t`At most ${small}; an Anki package or a ZIP ${large}` : t`At most ${large}`
        }
        placeholder={t`Choose the deck's file`}
        required
        accept={CARD_FILE_ACCEPT}
        icon={<IconFileText size={18} aria-hidden />}
        file={cardFile}
        onChange={(chosen) => change({ cardFile: chosen, columns: null })}
        error={problemOf('cardFile')}
      />
      {preview === 'reading' && <Skeleton height={120} radius="md" />}
      {typeof preview === 'object' &&
        ('code' in preview ? (
          <Alert role="alert" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {importProblemText(i18n, { ...preview, message: '' })}
          </Alert>
        ) : (
          <ColumnFields {...props} preview={preview} />
        ))}
      {cardFile && cardFileKind(cardFile.name) === 'anki' && <AnkiFields {...props} />}
    </Stack>
  );
}
