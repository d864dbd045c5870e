import { useLingui } from '@lingui/react/macro';
import { Container, Skeleton } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { failureText } from '../lib/notice-text.ts';
import { usePageTitle } from '../site/page-title.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';
import { parseClassNumber } from './class-number.ts';
import { useArchivedClasses, useClasses } from './classroom.queries.ts';
import { TeacherClasses } from './teacher-classes.tsx';

function Classes() {
  const { t } = useLingui();
  const { data, error, mutate } = useClasses();
  const asked = parseClassNumber(useSearchParams()[0].get('classId') ?? '');
  const isElsewhere = asked !== null && data !== undefined && !data.some(({ id }) => id === asked);
  const archived = useArchivedClasses(isElsewhere);
  useFailedRead(error ?? archived.error, failureText.fetchClassesFailed);
  if (!data && error) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (isElsewhere && !archived.data && archived.error)
    return <LoadError error={archived.error} onRetry={() => void archived.mutate()} />;
  if (!data || (isElsewhere && !archived.data))
    return <Skeleton height={240} radius="lg" role="status" aria-label={t`Loading…`} />;
  const own = data.filter(({ is_teacher }) => is_teacher);
  return <TeacherClasses classes={own} archived={archived.data ?? []} mutate={mutate} />;
}

/** Where a teacher makes classes, lets students in and sees how they are doing. */
export default function TeacherClassesPage() {
  const { t } = useLingui();
  usePageTitle(t`Classes`);
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <ErrorBoundary>
        <Classes />
      </ErrorBoundary>
    </Container>
  );
}
