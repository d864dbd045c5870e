import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { FieldChoice } from './field-choice.tsx';
import { ImportFigures } from './import-figures.tsx';
import { hasRest, isReady, isRefused } from './import-status.ts';
import { ProblemList } from './problem-list.tsx';
import { importProblemText } from './problem-text.ts';
import { SampleCards } from './sample-cards.tsx';

interface EndedImportProps {
  current: DeckImport;
  onChange: (changed: DeckImport) => void;
}

/** What came of an import: why it failed, its figures, everything that was found. */
export function EndedImport({ current, onChange }: EndedImportProps) {
  const { i18n } = useLingui();
  const { failure, report, status } = current;
  return (
    <Stack gap="md" pt="xs">
      {failure && (
        <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
          {importProblemText(i18n, failure)}
        </Alert>
      )}
      {isReady(current) && (
        <Alert color="teal" variant="light" icon={<IconCheck aria-hidden />}>
          <Trans>Nothing stands in the way. Nothing has been changed yet.</Trans>
        </Alert>
      )}
      {isRefused(current) && (
        <Alert
          color={hasRest(current) ? 'yellow' : 'red'}
          variant="light"
          icon={<IconAlertCircle aria-hidden />}
        >
          {hasRest(current) ? (
            <Plural
              value={current.error_count}
              one="# error was found. Import the rest without it, or mend it in the file and upload that again. Cards that the file no longer has stay in the deck."
              other="# errors were found. Import the rest without them, or mend them in the file and upload that again. Cards that the file no longer has stay in the deck."
            />
          ) : (
            <Plural
              value={current.error_count}
              one="This cannot be imported yet: mend # error in the file, then upload it again."
              other="This cannot be imported yet: mend # errors in the file, then upload it again."
            />
          )}
        </Alert>
      )}
      {status === 'cancelled' && (
        <Text c="dimmed">
          <Trans>It was stopped; nothing was changed.</Trans>
        </Text>
      )}
      {status === 'checked' && report?.samples && <SampleCards samples={report.samples} />}
      {status === 'checked' && current.has_files && report?.fields && (
        <FieldChoice current={current} fields={report.fields} onChange={onChange} />
      )}
      {report && status !== 'cancelled' && <ImportFigures current={current} report={report} />}
      <ProblemList current={current} />
    </Stack>
  );
}
