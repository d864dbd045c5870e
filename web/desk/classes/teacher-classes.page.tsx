import { useLingui } from '@lingui/react/macro';
import { Container } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { parseClassNumber } from '../../classroom/class-number.ts';
import { useArchivedClasses, useClasses } from '../../classroom/classroom.queries.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { TeacherClasses } from './teacher-classes.tsx';

function Classes() {
  const { data, error, mutate } = useClasses();
  const asked = parseClassNumber(useSearchParams()[0].get('classId') ?? '');
  const isElsewhere = asked !== null && data !== undefined && !data.some(({ id }) => id === asked);
  const archived = useArchivedClasses(isElsewhere);
  useFailedRead(error ?? archived.error, failureText.fetchClassesFailed);
  if (!data) return <Unread of={{ error, mutate }} height={240} radius="lg" />;
  if (isElsewhere && !archived.data) return <Unread of={archived} height={240} radius="lg" />;
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
