import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { pointsOf } from '../../../core/exam/results/points.ts';
import { dateAndTime } from '../../lib/text/date-text.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { formatDuration } from '../../ui/figure/duration.ts';
import { pointsText } from '../../ui/figure/points-text.ts';
import { BackToDashboard } from './back-to-dashboard.tsx';
import type { ExamSession, ShownResult } from './state/exam-session.state.ts';

interface ExamOutcomeProps {
  session: ExamSession;
  hasFailed: boolean;
  onRetry: () => void;
}

function Points({ result }: { result: ShownResult }) {
  const { i18n, t } = useLingui();
  const { score, total, submitted_by, late_seconds = 0, answers_counted } = result;
  const points = pointsOf(score, total);
  const shown = pointsText(points, i18n);
  const late = formatDuration(late_seconds, i18n);
  return (
    <>
      <Text size="2.5rem" fw={700} lh={1.1} className="tabular">
        {t`${plural(points, { one: `${shown} point`, other: `${shown} points` })}`}
      </Text>
      <Text className="tabular">
        <Trans>
          {score}/{total} right
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

/** When it was handed in, how long it took, and what comes of it. */
function HandedIn({ session: { startedAt, result } }: { session: ExamSession }) {
  const { i18n } = useLingui();
  const seconds = result?.time_spent_seconds;
  const end = seconds !== undefined && new Date(Date.parse(startedAt) + seconds * 1_000);
  const at = end && dateAndTime(i18n.locale, end);
  const minutes = seconds === undefined ? 0 : Math.max(1, Math.round(seconds / 60));
  return (
    <>
      {at && (
        <Text size="sm" className="tabular">
          <Trans>Handed in at {at}</Trans> ·{' '}
          <Plural value={minutes} one="took # minute" other="took # minutes" />
        </Text>
      )}
      <Text size="sm" c="dimmed">
        <Trans>Below are your answers. The right ones are not shown here; your teacher has them.</Trans>
      </Text>
    </>
  );
}

/** How it went. */
export function ExamOutcome({ session, hasFailed, onRetry }: ExamOutcomeProps) {
  const { result } = session;
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
        <HandedIn session={session} />
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
