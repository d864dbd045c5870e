import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { outOfTen } from '../../../core/exam/scoring.ts';
import { formatDuration } from '../../ui/duration.ts';
import { Loading } from '../../ui/loading.tsx';
import { BackToDashboard } from './back-to-dashboard.tsx';
import type { ShownResult } from './exam-session.state.ts';

interface ExamOutcomeProps {
  result: ShownResult | null;
  hasFailed: boolean;
  onRetry: () => void;
}

function Points({ result }: { result: ShownResult }) {
  const { i18n } = useLingui();
  const { score, total, submitted_by, late_seconds = 0, answers_counted } = result;
  const points = outOfTen(score, total);
  const late = formatDuration(late_seconds, i18n);
  return (
    <>
      <Text size="2.5rem" fw={700} lh={1.1} className="tabular">
        {points}/10
      </Text>
      <Text className="tabular">
        <Trans>
          {score}/{total} correct
        </Trans>
      </Text>
      {submitted_by === 'server' && (
        <Text size="sm" c="dimmed">
          <Trans>The time was over, so the server handed in what it had saved.</Trans>
        </Text>
      )}
      {late_seconds > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Handed in {late} late</Trans>
        </Text>
      )}
      {answers_counted === 'saved' && (
        <Text size="sm" c="dimmed">
          <Trans>The time was over, so what had been saved before its end counts.</Trans>
        </Text>
      )}
    </>
  );
}

/** How it went. */
export function ExamOutcome({ result, hasFailed, onRetry }: ExamOutcomeProps) {
  const { t } = useLingui();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // A student that has just handed in is at the other end of the page.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p="lg">
      <Stack align="center" gap="xs" ta="center">
        <Title
          ref={heading}
          id={titleId}
          order={2}
          size="h4"
          tabIndex={-1}
          style={{ scrollMarginTop: '10rem', outline: 'none' }}
        >
          <Trans>Your result</Trans>
        </Title>
        {result && <Points result={result} />}
        {!result && !hasFailed && <Loading minHeight={72} label={t`The result is on its way…`} />}
        {!result && hasFailed && (
          <Text role="alert">
            <Trans>You have handed in the exam, but its result could not be loaded.</Trans>
          </Text>
        )}
        <Group justify="center" pt="xs">
          {!result && hasFailed && (
            <Button onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <BackToDashboard variant="default" />
        </Group>
      </Stack>
    </Paper>
  );
}
