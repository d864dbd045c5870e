import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { OwnJoinRequest } from '../../core/classroom/classroom.schema.ts';
import { useClasses, useMembershipChanged, useOwnJoinRequests } from '../classroom/classroom.queries.ts';
import { EndedClasses } from '../classroom/ended-classes.tsx';
import { JoinClassForm } from '../classroom/join-class.form.tsx';
import { JoinedClass } from '../classroom/joined-class.tsx';
import { OwnJoinRequests } from '../classroom/own-join-requests.tsx';
import { useRequestNews } from '../classroom/use-request-news.ts';
import { failureText } from '../lib/notice-text.ts';
import { LoadError } from '../ui/load-error.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';

/** The classes of a student, what to study in them, and how to come into one. */
export function StudentClasses() {
  const { t } = useLingui();
  const titleId = useId();
  const classes = useClasses();
  const requests = useOwnJoinRequests();
  const membershipChanged = useMembershipChanged();
  const { expect } = useRequestNews(requests.data, classes);
  useFailedRead(classes.error, failureText.fetchClassesFailed);
  useFailedRead(requests.error, failureText.fetchJoinRequestsFailed);

  const joined = classes.data ?? [];
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
      {joined.map((classroom) => (
        <JoinedClass
          key={classroom.id}
          classroom={classroom}
          onLeft={() => {
            void classes.mutate((list) => list?.filter(({ id }) => id !== classroom.id), {
              revalidate: false,
            });
            void membershipChanged();
          }}
        />
      ))}
      <Paper withBorder radius="lg" p="lg">
        <Stack gap="md">
          {classes.data?.length === 0 && waiting.length === 0 && (
            <Text c="dimmed">
              <Trans>You are in no class yet. With its number or code you can join one.</Trans>
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
          <JoinClass
            onAsked={(request) =>
              void requests.mutate((list = []) => [...list, request], { revalidate: false })
            }
            onJoined={() => void membershipChanged()}
          />
        </Stack>
      </Paper>
      <EndedClasses onLeft={() => void membershipChanged()} />
    </Stack>
  );
}

/** The form is there when it is asked for: most students join once. */
function JoinClass(on: { onAsked: (request: OwnJoinRequest) => void; onJoined: () => void }) {
  const formId = useId();
  const form = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isOpen) form.current?.querySelector('input')?.focus();
  }, [isOpen]);
  return (
    <Stack gap={isOpen ? 'sm' : 0}>
      <Button
        variant="subtle"
        mih={44}
        aria-expanded={isOpen}
        aria-controls={formId}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        <Trans>Join a class</Trans>
      </Button>
      <div id={formId} ref={form}>
        {isOpen && <JoinClassForm {...on} />}
      </div>
    </Stack>
  );
}
