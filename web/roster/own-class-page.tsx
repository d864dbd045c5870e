import { useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { useArchivedClasses, useClasses } from '../classroom/classroom.queries.ts';
import { failureText } from '../lib/call/notice-text.ts';
import { usePageTitle } from '../lib/pages/page-title.ts';
import { paths } from '../lib/pages/paths.ts';
import { BackLink } from '../ui/control/back-link.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx';
import { Unread } from '../ui/feedback/load-error.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { useFailedRead } from '../ui/feedback/use-failure.ts';

interface OwnClassPageProps {
  title: string;
  text: ReactNode;
  children: (classroom: Classroom) => ReactNode;
}

function OwnClass({ classId, title, text, children }: OwnClassPageProps & { classId: number }) {
  const { t } = useLingui();
  const { data, error, mutate } = useClasses();
  const isAsked = ({ id, is_teacher }: Classroom) => is_teacher && id === classId;
  const classroom = data?.find(isAsked);
  const archived = useArchivedClasses(data !== undefined && !classroom);
  useFailedRead(error ?? archived.error, failureText.fetchClassesFailed);
  if (!data) return <Unread of={{ error, mutate }} loading={<Loading minHeight={320} />} />;
  if (!classroom && !archived.data) return <Unread of={archived} loading={<Loading minHeight={320} />} />;
  if (archived.data?.some(isAsked)) return <Empty text={t`The class is archived: bring it back first.`} />;
  if (!classroom) return <Empty text={t`This class is not one of yours.`} />;
  return (
    <Stack gap="lg">
      <div>
        <BackLink to={paths.teacherClass(classId, 'students')}>
          {t`Back to the class ${classroom.name}`}
        </BackLink>
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{text}</Text>
      </div>
      {children(classroom)}
    </Stack>
  );
}

/** A page about the students of the class in its address, for the teacher of the class. */
export function OwnClassPage(props: OwnClassPageProps) {
  const { classId } = useParams();
  usePageTitle(props.title);
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <ErrorBoundary>
        <OwnClass key={classId} classId={Number(classId)} {...props} />
      </ErrorBoundary>
    </Container>
  );
}
