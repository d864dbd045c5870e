import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Alert, Button, Container, Paper, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useParams } from 'react-router-dom';
import { addressOf } from '../../../core/address.ts';
import { spacedCode } from '../../../core/text/code-text.ts';
import { callApi, isForGood } from '../../lib/call/api-client.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { useMembershipChanged } from '../classroom.queries.ts';
import { joinedText } from './joined-text.ts';

const joinFailed = msg({ message: 'You could not join the class: {message}' });

/** Reads once: a code that is wrong is not tried again by itself, since wrong ones are counted. */
const ONCE = { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false };

export default function JoinByCodePage() {
  const { t, i18n } = useLingui();
  const { code = '' } = useParams();
  const shownCode = spacedCode(code.toUpperCase());
  const notices = useNotices();

  const navigate = useNavigate();
  const membershipChanged = useMembershipChanged();

  const { data, error, mutate } = useRead(
    addressOf('GET /api/class-codes/:code', { params: { code } }),
    ONCE,
  );
  usePageTitle(t`Join a class`);

  const [join, isSending] = useAttempt(joinFailed, async () => {
    const joined = await callApi('POST /api/class-codes/:code/join', { params: { code } });
    notices.success(i18n._(joinedText(joined.data)));
    void membershipChanged();
    navigate(paths.studentClasses(), { replace: true });
  });

  return (
    <Container size="xs" py={{ base: 'lg', sm: 'xl' }}>
      <Paper withBorder radius="lg" p="lg">
        <Stack gap="md">
          <Title order={1} size="h2">
            {t`Join a class`}
          </Title>
          {!data && !error && <LoadingBlock height={120} />}
          {!data && error && isForGood(error) && (
            <Alert color="honey" title={t`The code ${shownCode} is not valid`}>
              {t`It has ended, was renewed, or was mistyped. Ask your teacher for the current one.`}
            </Alert>
          )}
          {!data && error && !isForGood(error) && <LoadError error={error} onRetry={() => void mutate()} />}
          {data && (
            <>
              <div className="breakable">
                <Text fz={22} fw={700}>
                  {data.class_name}
                </Text>
                <Text c="dimmed">{data.teacher_name}</Text>
              </div>
              <Text>
                {data.is_open
                  ? t`You are in at once.`
                  : t`Your teacher approves you, then the class appears in your list.`}
              </Text>
              <Button size="md" loading={isSending} onClick={() => void join()}>
                {t`Join`}
              </Button>
            </>
          )}
          <ButtonLink to={paths.studentClasses()} variant="subtle">
            {t`To my classes`}
          </ButtonLink>
        </Stack>
      </Paper>
    </Container>
  );
}
