import { useLingui } from '@lingui/react/macro';
import {
  Alert,
  Checkbox,
  Fieldset,
  NativeSelect,
  ScrollArea,
  SimpleGrid,
  Skeleton,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { IconAlertTriangle, IconFileText } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { CARD_FIELDS, isCardSide } from '../../../core/contract/card-fields.ts';
import type { ColumnMap } from '../../../core/deck-import/cards/card-source.ts';
import type { ImportProblemCode, ProblemParams } from '../../../core/deck-import/cards/import-problems.ts';
import { readTableHead } from '../../../core/deck-import/formats/table-head.ts';
import { CARDS_FILE_MAX } from '../../../core/deck-import/import-limits.ts';
import { headOf } from '../../../core/text/pasted-cells.ts';
import { filled, rowsOfText, textOfBytes } from '../../../core/text/table-rows.ts';
import { fileSize } from '../../ui/figure/file-size.ts';
import { archiveMax, isStudentsImport } from '../calls-by-role.ts';
import classes from '../deck-import.module.css';
import { importProblemText } from '../problem-text.ts';
import { fileFieldText } from './file-field-text.ts';
import { CARD_FILE_ACCEPT, cardFileKind, controlId, type ImportFieldsProps } from './import-rules.ts';
import { OneFileInput } from './sized-file-input.tsx';

/** Bytes of a table that are looked at in the browser: by as many letters the server judges it, too. */
const LOOKED_AT = 256 * 1024;
const ROWS_SHOWN = 5;

interface TablePreview {
  headers: string[];
  rows: string[][];
  /** As the names of the columns suggest. */
  columns: ColumnMap;
}

/** Why there is no preview, as the server would say it. */
interface PreviewProblem {
  code: ImportProblemCode;
  params: ProblemParams;
}

/** The place of the first byte that is none of UTF-8. */
function firstWrong(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return new TextEncoder().encode(text.slice(0, text.indexOf('\ufffd'))).length;
}

/** The first rows of a table. Rejects when the file is gone. */
export async function readTablePreview(file: Blob): Promise<TablePreview | PreviewProblem> {
  const bytes = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer());
  const text = textOfBytes(bytes, file.size <= LOOKED_AT);
  const zero = text?.indexOf('\0') ?? -1;
  // Zeros at even distance are those of UTF-16.
  const isStray = zero >= 0 && text?.[zero + 2] !== '\0' && text?.[zero - 2] !== '\0';
  if (isStray) return { code: 'nul_in_text', params: { offset: bytes.indexOf(0) } };
  if (text === undefined) return { code: 'not_utf8', params: { offset: firstWrong(bytes) } };
  if (zero >= 0) return { code: 'not_utf8', params: { offset: bytes.indexOf(0) } };
  const head = readTableHead(text);
  const rows = rowsOfText(headOf(text), head.cut)
    .slice(head.start)
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (rows.length === 0 && head.headRow === undefined) return { code: 'no_cards', params: {} };
  return {
    headers: head.names,
    rows: rows.slice(0, ROWS_SHOWN).map(({ cells }) => cells.slice(0, Math.max(filled(cells), 1))),
    columns: head.columns,
  };
}

function PreviewTable({ headers, rows }: TablePreview) {
  const { t } = useLingui();
  // Rows may be as long as they like; what stands beside the named columns is shown all the same.
  const width = Math.max(headers.length, ...rows.map((row) => row.length));
  const places = Array.from({ length: width }, (_, index) => index);
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table
        aria-label={t`First rows of the file`}
        className={classes.preview}
        withTableBorder
        withColumnBorders
        fz="xs"
      >
        <Table.Thead>
          <Table.Tr>
            {places.map((place) => (
              <Table.Th key={place} scope="col">
                {headers[place]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file never move
            <Table.Tr key={index}>
              {places.map((place) => (
                <Table.Td key={place}>{row[place]}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function ColumnFields({ values, change, problemOf, preview }: ImportFieldsProps & { preview: TablePreview }) {
  const { t, i18n } = useLingui();
  const columns = values.columns ?? {};
  const choices = [
    { value: '', label: t`(none)` },
    ...preview.headers.flatMap((header, place) => {
      // One in which nothing stands in the beginning may have something further below.
      const number = String(place + 1);
      if (header === '' && preview.headers.includes(number)) return [];
      const isUnnamed = header === '' || header === number;
      return [{ value: header || number, label: isUnnamed ? t`Column ${number}` : header }];
    }),
  ];
  return (
    <Stack gap="sm">
      <PreviewTable {...preview} />
      <Fieldset legend={t`Columns of the file`} radius="md">
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t`Choose which column is which. Front and back are needed.`}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} verticalSpacing="sm">
            {CARD_FIELDS.map((field) => (
              <NativeSelect
                key={field}
                {...(isCardSide(field) && { id: controlId(field), error: problemOf(field) })}
                label={i18n._(fileFieldText[field])}
                data={choices}
                value={columns[field] ?? ''}
                onChange={(event) =>
                  change({ columns: { ...columns, [field]: event.currentTarget.value || undefined } })
                }
              />
            ))}
          </SimpleGrid>
        </Stack>
      </Fieldset>
    </Stack>
  );
}

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
      (preview) => show(preview),
      () => show('unavailable'),
    );
    return () => {
      isWanted = false;
    };
  }, [file, isTable]);

  if (!isTable) return 'none';
  return found?.file === file ? found.preview : 'reading';
}

function AnkiFields({ values, change }: ImportFieldsProps) {
  const { t } = useLingui();
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        {t`What Anki asks becomes the front, what stands in its answer the back; examples and the like are found by the names of their fields. A check shows the first cards, and there you can choose other fields.`}
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
