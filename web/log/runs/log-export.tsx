import { useLingui } from '@lingui/react/macro';
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
} from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import type { Query } from '../../../core/api.ts';
import type { LogExportFormat } from '../../../core/log/log.schema.ts';
import { parseClassNumber } from '../../classroom/class-number.ts';
import { errorMessages } from '../../lib/call/error-text.ts';
import { brokenOff, openFile, readFile } from '../../lib/call/file-download.ts';
import { saveFile } from '../../lib/call/save-file.ts';
import { clientTransfer, type TransferOptions } from '../../lib/live/transfer.ts';
import { useManagedDecks } from '../../site/managed-deck.queries.ts';
import { ManagedDeckSelect } from '../../site/managed-deck-select.tsx';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import { fileSize } from '../../ui/figure/file-size.ts';
import { logFailure } from '../log-text.ts';

/** The download of the log. */
const logDownloads = clientTransfer({ perform: streamLog });

/** Returns the download as it stands. A notice says its end, also one that came while another page was open. */
function useDownloadNotices() {
  const { t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const download = logDownloads.useState();
  const notify = useEffectEvent(() => {
    if (download.phase === 'failed') failed(logFailure.export, download.error);
    else if (download.phase === 'done') {
      const { name } = download.item;
      notices.success(t`The log has been exported to ${name}.`);
    } else return;
    logDownloads.dismiss();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the download is looked at once
  useEffect(() => notify(), [download.phase]);
  return download;
}

/** Not in every browser, hence not in TypeScript's library. */
type SaveFilePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

interface PickingWindow {
  showSaveFilePicker?: SaveFilePicker;
}

/** Returns whether the browser can write a file while it comes. */
const canPickFile = (): boolean => (window as PickingWindow).showSaveFilePicker !== undefined;

/** Asks the user for a place for the file; null when they cancel. Works only in answer to a click. */
async function pickFile(suggestedName: string): Promise<FileSystemFileHandle | null> {
  const pick = (window as PickingWindow).showSaveFilePicker;
  if (!pick) throw new Error('This browser cannot write a file while it comes');
  try {
    return await pick.call(window, { suggestedName });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

/** Takes away what was made for a file that did not come; it has nothing in it, since only a whole file is put there. */
async function removeEmptyFile(handle: FileSystemFileHandle & { remove?(): Promise<void> }): Promise<void> {
  const { size } = await handle.getFile();
  if (size === 0) await handle.remove?.();
}

interface LogDownload {
  query: Query<'GET /api/admin/log/export'>;
  name: string;
  /** Where it is written while it comes; null lets the browser keep it until it is whole. */
  handle: FileSystemFileHandle | null;
}

const exportOf = ({ query }: LogDownload) => addressOf('GET /api/admin/log/export', { query });

function counted(body: ReadableStream<Uint8Array>, onProgress: TransferOptions['onProgress']) {
  let bytes = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        onProgress({ bytes, total: 0 });
        controller.enqueue(chunk);
      },
    }),
  );
}

async function write(download: LogDownload, file: FileSystemFileHandle, options: TransferOptions) {
  const { signal, onProgress } = options;
  const writable = await file.createWritable();
  try {
    const { body } = await openFile(exportOf(download), { signal });
    if (!body) throw brokenOff(undefined);
    // Only when all of it is written does the file take the place of what was there.
    await counted(body, onProgress).pipeTo(writable, { signal });
  } catch (cause) {
    await writable.abort().catch(() => {});
    // Fetch reports a lost connection so; what the disk refuses is another kind of error, which says why.
    throw cause instanceof TypeError ? brokenOff(cause) : cause;
  }
}

/** Takes events out of the log into a file. Rejects when that fails, also in the middle: then there is no file. */
async function streamLog(download: LogDownload, options: TransferOptions): Promise<void> {
  const { handle, name } = download;
  if (handle === null) {
    saveFile(name, await readFile(exportOf(download), { signal: options.signal }));
    return;
  }
  try {
    await write(download, handle, options);
  } catch (error) {
    // The reason matters more than what is left behind.
    await removeEmptyFile(handle).catch(() => {});
    throw error;
  }
}

/** What is chosen and typed. The times are as the browser's fields give them, in its own time zone; empty is none. */
export interface ExportValues {
  format: LogExportFormat;
  since: string;
  until: string;
  classNumber: string;
  deckId: number | null;
  pseudonymous: boolean;
}

export const NO_EXPORT: ExportValues = {
  format: 'ndjson',
  since: '',
  until: '',
  classNumber: '',
  deckId: null,
  pseudonymous: false,
};

interface ExportProblems {
  until?: 'reversed';
  classNumber?: 'not-a-number';
}

export function checkExport({ since, until, classNumber }: ExportValues): ExportProblems {
  return {
    ...(since !== '' && until !== '' && until <= since && { until: 'reversed' as const }),
    ...(classNumber.trim() !== '' &&
      parseClassNumber(classNumber) === null && { classNumber: 'not-a-number' as const }),
  };
}

const moment = (typed: string) => (typed === '' ? undefined : new Date(typed).toISOString());

/** Returns what is asked for; only of values without problems. */
export function exportQuery(values: ExportValues): Query<'GET /api/admin/log/export'> {
  return {
    format: values.format,
    since: moment(values.since),
    until: moment(values.until),
    class_id: parseClassNumber(values.classNumber) ?? undefined,
    deck_id: values.deckId ?? undefined,
    pseudonymous: values.pseudonymous || undefined,
  };
}

/** The file's name, with the day on which it is taken. */
export const exportFileName = (format: LogExportFormat, now: Date): string =>
  `nho-log-${now.toISOString().slice(0, 10)}.${format}`;

interface ExportDeckFieldProps {
  deckId: number | null;
  onChange: (deckId: number | null) => void;
}

function ExportDeckField({ deckId, onChange }: ExportDeckFieldProps) {
  const { t } = useLingui();
  const { data, error, mutate } = useManagedDecks();
  const field = useRef<HTMLDivElement>(null);
  const clear = () => {
    onChange(null);
    // The button goes with what it has cleared.
    field.current?.querySelector('input')?.focus();
  };
  if (data)
    return (
      <Stack gap={4} ref={field}>
        <ManagedDeckSelect
          label={t`Deck (optional)`}
          description={t`Only answers to its cards`}
          decks={data}
          value={deckId}
          onChange={onChange}
        />
        {deckId !== null && (
          <Button size="compact-xs" variant="subtle" w="fit-content" onClick={clear}>
            {t`All decks`}
          </Button>
        )}
      </Stack>
    );
  return <Unread of={{ error, mutate }} title={t`The decks could not be loaded`} height={82} />;
}

function ExportProgress({ bytes, onCancel }: { bytes: number; onCancel: () => void }) {
  const { t, i18n } = useLingui();
  const size = fileSize(bytes, i18n.locale);
  return (
    <Group gap="sm">
      <Loader size="sm" type="dots" aria-hidden />
      <Text size="sm" className="tabular">
        {bytes === 0 ? t`The file is on its way…` : t`${size} so far`}
      </Text>
      <Button size="xs" variant="default" onClick={onCancel}>
        {t`Cancel the download`}
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
    <TitledSection
      order={3}
      heading={heading}
      title={t`Export the log`}
      text={t`The events as a file, for analysis or for moving to another server.`}
    >
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
                {t`Download`}
              </Button>
            </Group>
            <div role="status">
              {isRunning && <ExportProgress bytes={download.bytes} onCancel={() => logDownloads.cancel()} />}
            </div>
            {!streams && (
              <Text size="xs" c="dimmed">
                {t`This browser keeps the whole file aside before it saves it. For a log of several gigabytes use a Chromium browser, or the command “nho export” on the server.`}
              </Text>
            )}
          </Stack>
        </form>
      </Paper>
    </TitledSection>
  );
}
