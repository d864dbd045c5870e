import { Trans, useLingui } from '@lingui/react/macro';
import {
  Button,
  Group,
  Loader,
  Paper,
  Radio,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { LogExportFormat } from '../../../core/log/log.schema.ts';
import { errorMessages } from '../../lib/call/error-text.ts';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import { fileSize } from '../../ui/figure/file-size.ts';
import { logFailure } from '../log-text.ts';
import { ExportDeckField } from './export-deck-field.tsx';
import { checkExport, type ExportValues, exportFileName, exportQuery, NO_EXPORT } from './export-rules.ts';
import { logDownloads, useDownloadNotices } from './log-downloads.ts';
import { canPickFile, pickFile } from './picked-file.ts';

interface ExportProgressProps {
  bytes: number;
  onCancel: () => void;
}

/** How much of the file has come, and how to leave it at that. */
function ExportProgress({ bytes, onCancel }: ExportProgressProps) {
  const { i18n } = useLingui();
  const size = fileSize(bytes, i18n.locale);
  return (
    <Group gap="sm">
      <Loader size="sm" type="dots" aria-hidden />
      <Text size="sm" className="tabular">
        {bytes === 0 ? <Trans>The file is on its way…</Trans> : <Trans>{size} so far</Trans>}
      </Text>
      <Button size="xs" variant="default" onClick={onCancel}>
        <Trans>Cancel the download</Trans>
      </Button>
    </Group>
  );
}

interface FieldsProps {
  values: ExportValues;
  change: (changed: Partial<ExportValues>) => void;
}

function FormatField({ values, change }: FieldsProps) {
  const { t } = useLingui();
  return (
    <Radio.Group
      label={t`Format`}
      value={values.format}
      onChange={(format) => change({ format: format as LogExportFormat })}
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }} pt="xs" spacing="sm">
        <Radio
          value="ndjson"
          label="NDJSON"
          description={t`A line of JSON for each event; can be imported again`}
        />
        <Radio value="csv" label="CSV" description={t`For spreadsheets and the like`} />
        <Radio
          value="parquet"
          label="Parquet"
          description={t`For DuckDB, pandas and other tools of analysts`}
        />
      </SimpleGrid>
    </Radio.Group>
  );
}

function FilterFields({ values, change }: FieldsProps) {
  const { t, i18n } = useLingui();
  const problems = checkExport(values);
  const order = ['label', 'description', 'input', 'error'] as const;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput
        type="datetime-local"
        label={t`Recorded since (optional)`}
        description={t`In your time zone`}
        inputWrapperOrder={[...order]}
        value={values.since}
        onChange={(event) => change({ since: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        name="until"
        label={t`Recorded before (optional)`}
        description={t`In your time zone`}
        inputWrapperOrder={[...order]}
        value={values.until}
        onChange={(event) => change({ until: event.currentTarget.value })}
        error={problems.until && i18n._(errorMessages.dates_reversed)}
      />
      <TextInput
        name="classNumber"
        label={t`Class number (optional)`}
        description={t`Only events of students who are in this class now`}
        inputWrapperOrder={[...order]}
        inputMode="numeric"
        autoComplete="off"
        value={values.classNumber}
        onChange={(event) => change({ classNumber: event.currentTarget.value })}
        error={problems.classNumber && t`The number of a class has digits only, such as 12.`}
      />
      <ExportDeckField deckId={values.deckId} onChange={(deckId) => change({ deckId })} />
    </SimpleGrid>
  );
}

/** Takes the log, or a part of it, home as a file. */
export function LogExport() {
  const { t } = useLingui();
  const download = useDownloadNotices();
  const heading = useRef<HTMLHeadingElement>(null);
  const [values, setValues] = useState(NO_EXPORT);
  const change = (changed: Partial<ExportValues>) => setValues((current) => ({ ...current, ...changed }));
  const streams = canPickFile();

  const { submit, sending } = useSubmit({
    check: () => Object.keys(checkExport(values))[0],
    run: async () => {
      const name = exportFileName(values.format, new Date());
      const handle = streams ? await pickFile(name) : null;
      if (streams && handle === null) return;
      logDownloads.start({ query: exportQuery(values), name: handle?.name ?? name, handle });
      heading.current?.focus({ preventScroll: true });
    },
    failed: logFailure.export,
  });
  const isRunning = download.phase === 'running';
  return (
    <Stack component="section" aria-labelledby="export-title" gap="md">
      <div>
        <Title id="export-title" ref={heading} tabIndex={-1} order={3} size="h4">
          <Trans>Export the log</Trans>
        </Title>
        <Text size="sm" c="dimmed">
          <Trans>The events as a file, for analysis or for moving to another server.</Trans>
        </Text>
      </div>
      <Paper withBorder radius="md" p="md">
        <form onSubmit={submit} noValidate aria-label={t`Export the log`}>
          <Stack gap="md">
            <FormatField values={values} change={change} />
            <FilterFields values={values} change={change} />
            <Switch
              label={t`With pseudonyms`}
              description={t`Students' numbers are replaced by codes, the same student always by the same. Whoever has the file alone cannot tell who it is. Such a file cannot be imported again.`}
              checked={values.pseudonymous}
              onChange={(event) => change({ pseudonymous: event.currentTarget.checked })}
            />
            <Group gap="sm">
              <Button
                type="submit"
                variant="light"
                leftSection={<IconDownload size={18} aria-hidden />}
                disabled={isRunning}
                loading={sending}
              >
                <Trans>Download</Trans>
              </Button>
            </Group>
            <div role="status">
              {isRunning && <ExportProgress bytes={download.bytes} onCancel={() => logDownloads.cancel()} />}
            </div>
            {!streams && (
              <Text size="xs" c="dimmed">
                <Trans>
                  This browser keeps the whole file aside before it saves it. For a log of several gigabytes
                  use a Chromium browser, or the command “nho export” on the server.
                </Trans>
              </Text>
            )}
          </Stack>
        </form>
      </Paper>
    </Stack>
  );
}
