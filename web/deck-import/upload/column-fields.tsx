import { Trans, useLingui } from '@lingui/react/macro';
import { Fieldset, NativeSelect, ScrollArea, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { CARD_FIELDS, isCardSide } from '../../../core/contract/card-fields.ts';
import classes from '../deck-import.module.css';
import { fileFieldText } from './file-field-text.ts';
import { controlId, type ImportFieldsProps } from './import-fields.ts';
import type { TablePreview } from './table-preview.ts';

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

/** The first rows of a table, and which of its columns is which field of a card. */
export function ColumnFields({
  values,
  change,
  problemOf,
  preview,
}: ImportFieldsProps & { preview: TablePreview }) {
  const { t, i18n } = useLingui();
  const columns = values.columns ?? {};
  const choices = [
    { value: '', label: t`(none)` },
    ...preview.headers.filter((header) => header !== '').map((header) => ({ value: header, label: header })),
  ];
  return (
    <Stack gap="sm">
      <PreviewTable {...preview} />
      <Fieldset legend={t`Columns of the file`} radius="md">
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            <Trans>Choose which column is which. Front and back are needed.</Trans>
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
