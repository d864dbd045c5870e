import { useLingui } from '@lingui/react/macro';
import { Container } from '@mantine/core';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { parseClassNumber } from '../../classroom/class-number.ts';
import { errorMessages } from '../../lib/call/error-text.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { ClassExams } from './class-exams.tsx';

/** Says that there is no such class, and leads back to the list. */
function NoSuchClass() {
  const { i18n } = useLingui();
  const failed = useFailure();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one notice is enough
  useEffect(() => failed(failureText.fetchExamsFailed, null, i18n._(errorMessages.class_not_found)), []);
  return <Navigate to={paths.teacherClasses()} replace />;
}

/** The exams of one class, for its teacher. */
export default function ClassExamsPage() {
  const classId = parseClassNumber(useParams().classId ?? '');
  if (classId === null) return <NoSuchClass />;
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <ErrorBoundary resetKey={classId}>
        <ClassExams key={classId} classId={classId} />
      </ErrorBoundary>
    </Container>
  );
}
