import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { classOptions } from '../classroom/class-options.ts';
import { useClasses, useMembershipChanged, useOwnJoinRequests } from '../classroom/classroom.queries.ts';
import { JoinClassForm } from '../classroom/join-class.form.tsx';
import { JoinedClass } from '../classroom/joined-class.tsx';
import { OwnJoinRequests } from '../classroom/own-join-requests.tsx';
import { useRequestNews } from '../classroom/use-request-news.ts';
import { failureText } from '../lib/notice-text.ts';
import { LoadError } from '../ui/load-error.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';

/** The classes of a student: which one, what to study in it, and how to come into one. */
export function StudentClasses() {
  const { t } = useLingui();
  const titleId = useId();
  const classes = useClasses();
  const requests = useOwnJoinRequests();
  const membershipChanged = useMembershipChanged();
  const { expect } = useRequestNews(requests.data, classes);
  const [chosenId, setChosenId] = useState('');
  useFailedRead(classes.error, failureText.fetchClassesFailed);
  useFailedRead(requests.error, failureText.fetchJoinRequestsFailed);

  const joined = classes.data ?? [];
  const chosen = joined.find(({ id }) => String(id) === chosenId) ?? joined[0];
  const waiting = requests.data ?? [];
  return (
    <Stack component="section" aria-labelledby={titleId} gap="sm">
      <Title id={titleId} order={2} size="h3">
        <Trans>My classes</Trans>
      </Title>
      {!classes.data && classes.error && (
        <LoadError error={classes.error} onRetry={() => void classes.mutate()} />
      )}
      {!classes.data && !classes.error && (
        <Skeleton height={188} radius="lg" role="status" aria-label={t`Loading…`} />
      )}
      {chosen && (
        <NativeSelect
          label={t`Class`}
          value={String(chosen.id)}
          onChange={(event) => setChosenId(event.currentTarget.value)}
          data={classOptions(joined)}
        />
      )}
      {chosen && (
        <JoinedClass
          key={chosen.id}
          classroom={chosen}
          onLeft={() => {
            void classes.mutate((list) => list?.filter(({ id }) => id !== chosen.id), { revalidate: false });
            void membershipChanged();
          }}
        />
      )}
      <Paper withBorder radius="lg" p="lg">
        <Stack gap="md">
          {classes.data?.length === 0 && waiting.length === 0 && (
            <Text c="dimmed">
              <Trans>You are in no class yet. With its number you can ask to join one.</Trans>
            </Text>
          )}
          {!requests.data && requests.error && (
            <LoadError error={requests.error} onRetry={() => void requests.mutate()} />
          )}
          {waiting.length > 0 && (
            <OwnJoinRequests
              requests={waiting}
              onWithdrawn={(request) => {
                expect(request);
                return requests.mutate((list) => list?.filter(({ id }) => id !== request.id), {
                  revalidate: false,
                });
              }}
              onFailed={() => void membershipChanged()}
            />
          )}
          <JoinClassForm
            onAsked={(request) =>
              void requests.mutate((list = []) => [...list, request], { revalidate: false })
            }
          />
        </Stack>
      </Paper>
    </Stack>
  );
}
