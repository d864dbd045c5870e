import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { isTeachersImport } from './calls-by-role.ts';
import { ImportFigures } from './import-figures.tsx';
import { hasRest, isMended, isReady, isRefused } from './import-status.ts';
import { ProblemList } from './problem-list.tsx';
import { importProblemText } from './problem-text.ts';
import { FieldChoice } from './upload/field-choice.tsx';
import { SampleCards } from './upload/sample-cards.tsx';

interface EndedImportProps {
  current: DeckImport;
  onChange: (changed: DeckImport) => void;
}

const CheckedLines = lazy(() => import('./checked-lines.tsx'));

/** All lines of what was checked, once they are asked for. */
function Lines(props: EndedImportProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="light" h={44} w="fit-content" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Trans>See and mend all lines</Trans>
      </Button>
      {isOpen && (
        <ErrorBoundary>
          <Suspense fallback={<Loading />}>
            <CheckedLines {...props} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
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
      {isMended(current) && (
        <Alert color="blue" variant="light" role="status" icon={<IconAlertCircle aria-hidden />}>
          <Trans>Lines were changed since the check. Check again before you import.</Trans>
        </Alert>
      )}
      {isRefused(current) && !isMended(current) && (
        <Alert
          color={hasRest(current) ? 'yellow' : 'red'}
          variant="light"
          icon={<IconAlertCircle aria-hidden />}
        >
          {hasRest(current) ? (
            <Plural
              value={current.error_count}
              one="# error was found. Import the rest without it, or mend it below or in the file. Cards that the file no longer has stay in the deck."
              other="# errors were found. Import the rest without them, or mend them below or in the file. Cards that the file no longer has stay in the deck."
            />
          ) : current.has_files ? (
            <Plural
              value={current.error_count}
              one="This cannot be imported yet: mend # error below, or in the file."
              other="This cannot be imported yet: mend # errors below, or in the file."
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
      {status === 'completed' && current.deck_id !== null && isTeachersImport() && (
        <Text size="sm" c="dimmed">
          <Trans>For a day, who imported it can take it back, on the page of its deck.</Trans>
        </Text>
      )}
      {status === 'checked' && report?.samples && <SampleCards samples={report.samples} />}
      {status === 'checked' && current.has_files && <Lines current={current} onChange={onChange} />}
      {status === 'checked' && current.has_files && report?.fields && (
        <FieldChoice current={current} fields={report.fields} onChange={onChange} />
      )}
      {report && status !== 'cancelled' && <ImportFigures current={current} report={report} />}
      <ProblemList current={current} />
    </Stack>
  );
}
