import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Container, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { OfferedClass } from '../../core/colleague/colleague.schema.ts';
import { callApi } from '../lib/api-client.ts';
import { dateOnly } from '../lib/date-text.ts';
import { errorText } from '../lib/error-text.ts';
import { isForGood } from '../lib/is-for-good.ts';
import { paths } from '../lib/pages/paths.ts';
import { homeOf } from '../lib/pages/role-pages.ts';
import { useSession } from '../lib/stored-session.ts';
import { usePageTitle } from '../site/page-title.ts';
import { LoadError } from '../ui/load-error.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { useOfferedByLink, useTaughtChanged } from './colleague.queries.ts';

const acceptFailed = msg({ message: 'The invitation could not be accepted: {message}' });

function Offered({ offered, token }: { offered: OfferedClass; token: string }) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const navigate = useNavigate();
  const taughtChanged = useTaughtChanged();
  const [isSending, setSending] = useState(false);
  const { class_name, owner_name } = offered;
  const end = dateOnly(i18n.locale, new Date(offered.ends_at));
  const accept = async () => {
    setSending(true);
    try {
      const { data } = await callApi('POST /api/class-invitation-links/:token/accept', { params: { token } });
      notices.success(t`You now teach the class ${data.class_name}.`);
      void taughtChanged();
      navigate(paths.teacherClass(data.class_id), { replace: true });
    } catch (error) {
      failed(acceptFailed, error);
      setSending(false);
    }
  };
  return (
    <>
      <div className="breakable">
        <Text fz={22} fw={700}>
          {class_name}
        </Text>
        <Text c="dimmed">{owner_name}</Text>
      </div>
      <Text>
        <Trans>
          You will see its students and their progress, and change its decks, exams and students, together
          with {owner_name}.
        </Trans>
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>The invitation holds until {end} and is used once.</Trans>
      </Text>
      <Button size="md" loading={isSending} onClick={() => void accept()}>
        <Trans>Teach this class</Trans>
      </Button>
    </>
  );
}

/** Where the link of an invitation leads: the class, and the place beside its owner. */
export default function InvitationPage() {
  const { t, i18n } = useLingui();
  const { token = '' } = useParams();
  const { role } = useSession();
  const isTeacher = role === 'teacher';
  const { data, error, mutate } = useOfferedByLink(isTeacher ? token : null);
  usePageTitle(t`Teach a class together`);
  return (
    <Container size="xs" py={{ base: 'lg', sm: 'xl' }}>
      <Paper withBorder radius="lg" p="lg">
        <Stack gap="md">
          <Title order={1} size="h2">
            <Trans>Teach a class together</Trans>
          </Title>
          {!isTeacher && (
            <Alert color="honey" title={<Trans>This invitation is for teachers</Trans>}>
              <Trans>
                Log out, and log in again with a teacher's account. The invitation waits meanwhile.
              </Trans>
            </Alert>
          )}
          {isTeacher && !data && !error && <Skeleton height={160} role="status" aria-label={t`Loading…`} />}
          {!data && error && isForGood(error) && (
            <Alert color="honey" title={<Trans>Nobody can accept this invitation</Trans>}>
              {errorText(i18n, error)}
            </Alert>
          )}
          {!data && error && !isForGood(error) && <LoadError error={error} onRetry={() => void mutate()} />}
          {data && <Offered offered={data} token={token} />}
          <Button component={Link} to={homeOf(role)} variant="subtle">
            <Trans>To my home page</Trans>
          </Button>
        </Stack>
      </Paper>
    </Container>
  );
}
