import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Container, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { useClasses } from '../classroom/classroom.queries.ts';
import { failureText } from '../lib/notice-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { usePageTitle } from '../site/page-title.ts';
import { Empty } from '../ui/empty.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Loading } from '../ui/loading.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';
import { ClassRoster } from './class-roster.tsx';

function RosterOfClass({ classId }: { classId: number }) {
  const { data, error, mutate } = useClasses();
  useFailedRead(error, failureText.fetchClassesFailed);
  if (!data && error) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (!data) return <Loading minHeight={320} />;
  const classroom = data.find(({ id, is_teacher }) => is_teacher && id === classId);
  if (!classroom) return <Empty text={<Trans>This class is not one of yours.</Trans>} />;
  return (
    <Stack gap="lg">
      <div>
        <Anchor
          component={Link}
          to={paths.teacherClass(classId, 'students')}
          size="sm"
          className="not-printed"
        >
          <Trans>Back to the class {classroom.name}</Trans>
        </Anchor>
        <Title order={1}>
          <Trans>Add students from a list</Trans>
        </Title>
        <Text c="dimmed">
          <Trans>
            For students without an email address: each gets a user name and a first password, and is in the
            class at once.
          </Trans>
        </Text>
      </div>
      <ClassRoster classroom={classroom} />
    </Stack>
  );
}

/** Where a teacher makes accounts for a class. */
export default function ClassRosterPage() {
  const { t } = useLingui();
  const { classId } = useParams();
  usePageTitle(t`Add students from a list`);
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <ErrorBoundary>
        <RosterOfClass key={classId} classId={Number(classId)} />
      </ErrorBoundary>
    </Container>
  );
}
