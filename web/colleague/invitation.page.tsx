import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Alert, Button, Container, Paper, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useParams } from 'react-router-dom';
import type { OfferedClass } from '../../core/colleague/colleague.schema.ts';
import { teaches } from '../../core/contract/roles.ts';
import { callApi, isForGood } from '../lib/call/api-client.ts';
import { errorText } from '../lib/call/error-text.ts';
import { useSession } from '../lib/kept/stored-session.ts';
import { usePageTitle } from '../lib/pages/page-title.ts';
import { paths } from '../lib/pages/paths.ts';
import { homeOf } from '../lib/pages/role-pages.ts';
import { dateOnly } from '../lib/text/date-text.ts';
import { ButtonLink } from '../ui/control/button-link.tsx';
import { LoadError } from '../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../ui/feedback/loading-block.tsx';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useAttempt } from '../ui/feedback/use-submit.ts';
import { useOfferedByLink, useTaughtChanged } from './colleague.queries.ts';

const acceptFailed = msg({ message: 'The invitation could not be accepted: {message}' });

function Offered({ offered, token }: { offered: OfferedClass; token: string }) {
  const { t, i18n } = useLingui();
  const notices = useNotices();

  const navigate = useNavigate();
  const taughtChanged = useTaughtChanged();

  const { class_name, owner_name } = offered;
  const end = dateOnly(i18n.locale, new Date(offered.ends_at));
  const [accept, isSending] = useAttempt(acceptFailed, async () => {
    const { data } = await callApi('POST /api/class-invitation-links/:token/accept', { params: { token } });
    notices.success(t`You now teach the class ${data.class_name}.`);
    void taughtChanged();
    navigate(paths.teacherClass(data.class_id), { replace: true });
  });
  return (
    <>
      <div className="breakable">
        <Text fz={22} fw={700}>
          {class_name}
        </Text>
        <Text c="dimmed">{owner_name}</Text>
      </div>
      <Text>
        {t`You will see its students and their progress, and change its decks, exams and students, together with ${owner_name}.`}
      </Text>
      <Text size="sm" c="dimmed">
        {t`The invitation holds until ${end} and is used once.`}
      </Text>
      <Button size="md" loading={isSending} onClick={() => void accept()}>
        {t`Teach this class`}
      </Button>
    </>
  );
}

/** Where the link of an invitation leads: the class, and the place beside its owner. */
export default function InvitationPage() {
  const { t, i18n } = useLingui();
  const { token = '' } = useParams();
  const { role } = useSession();
  const isTeacher = teaches(role);
  const { data, error, mutate } = useOfferedByLink(isTeacher ? token : null);
  usePageTitle(t`Teach a class together`);
  return (
    <Container size="xs" py={{ base: 'lg', sm: 'xl' }}>
      <Paper withBorder radius="lg" p="lg">
        <Stack gap="md">
          <Title order={1} size="h2">
            {t`Teach a class together`}
          </Title>
          {!isTeacher && (
            <Alert color="honey" title={t`This invitation is for teachers`}>
              {t`Log out, and log in again with a teacher's account. The invitation waits meanwhile.`}
            </Alert>
          )}
          {isTeacher && !data && !error && <LoadingBlock height={160} />}
          {!data && error && isForGood(error) && (
            <Alert color="honey" title={t`Nobody can accept this invitation`}>
              {errorText(i18n, error)}
            </Alert>
          )}
          {!data && error && !isForGood(error) && <LoadError error={error} onRetry={() => void mutate()} />}
          {data && <Offered offered={data} token={token} />}
          <ButtonLink to={homeOf(role)} variant="subtle">
            {t`To my home page`}
          </ButtonLink>
        </Stack>
      </Paper>
    </Container>
  );
}
