import { Trans } from '@lingui/react/macro';
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconArchive, IconPlus } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { OwnJoinRequest } from '../../../core/classroom/classroom.schema.ts';
import {
  useArchivedClasses,
  useClasses,
  useMembershipChanged,
  useOwnJoinRequests,
} from '../../classroom/classroom.queries.ts';
import { JoinClassForm } from '../../classroom/join/join-class.form.tsx';
import { OwnJoinRequests } from '../../classroom/join/own-join-requests.tsx';
import { useRequestNews } from '../../classroom/join/use-request-news.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { JoinedClass } from './joined-class.tsx';

function EndedList({ onLeft }: { onLeft: () => void }) {
  const { data, error, mutate } = useArchivedClasses(true);
  if (!data) return <Unread of={{ error, mutate }} height={120} radius="lg" />;
  if (data.length === 0)
    return (
      <Text c="dimmed">
        <Trans>None of your classes has ended.</Trans>
      </Text>
    );
  return (
    <Stack gap="sm">
      {data.map((classroom) => (
        <JoinedClass key={classroom.id} classroom={classroom} onLeft={onLeft} />
      ))}
    </Stack>
  );
}

/** The student's classes that have ended, read when they are asked for. */
function EndedClasses({ onLeft }: { onLeft: () => void }) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap="sm">
      <Button
        variant="subtle"
        mih={44}
        aria-expanded={isOpen}
        aria-controls={listId}
        leftSection={<IconArchive size={18} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        <Trans>Classes that have ended</Trans>
      </Button>
      <div id={listId}>{isOpen && <EndedList onLeft={onLeft} />}</div>
    </Stack>
  );
}

/** The classes of a student, what to study in them, and how to come into one; `withEnded`: also those of the past. */
export function StudentClasses({ withEnded = false }: { withEnded?: boolean }) {
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
      {!classes.data && <Unread of={classes} height={188} radius="lg" />}
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
          {!requests.data && <Unread of={requests} loading={null} />}
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
      {withEnded && <EndedClasses onLeft={() => void membershipChanged()} />}
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
