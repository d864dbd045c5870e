import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconMailbox } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { JoinRequest } from '../../../core/classroom/classroom.schema.ts';
import { ApiError, callApi } from '../../lib/call/api-client.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { dateAndTime } from '../../lib/text/date-text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailedRead, useFailure } from '../../ui/feedback/use-failure.ts';
import { useJoinRequests } from '../classroom.queries.ts';

interface Decision {
  call: 'POST /api/classes/:classId/approve/:studentId' | 'DELETE /api/classes/:classId/reject/:studentId';
  done: MessageDescriptor;
  failed: MessageDescriptor;
}

const DECISIONS = {
  approve: {
    call: 'POST /api/classes/:classId/approve/:studentId',
    done: msg`The student is now in the class.`,
    failed: msg({ message: 'The student could not be approved: {message}' }),
  },
  reject: {
    call: 'DELETE /api/classes/:classId/reject/:studentId',
    done: msg`The request has been turned down.`,
    failed: msg({ message: 'The request could not be turned down: {message}' }),
  },
} as const satisfies Record<string, Decision>;

/** A refusal of this one request; the next may well succeed. */
const isAboutThisOne = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

/**
 * Approves or rejects requests, one at a time or all. A request leaves the list only when the server has agreed.
 * `onDecided` is where the class's own numbers are read again.
 */
function useDecisions(
  classId: number,
  { mutate }: Pick<ReturnType<typeof useJoinRequests>, 'mutate'>,
  onDecided: () => void,
) {
  const { i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [bulk, setBulk] = useState<{ done: number; total: number } | null>(null);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const decide = async (request: JoinRequest, { call, done, failed: failure }: Decision) => {
    setBusy((ids) => new Set(ids).add(request.id));
    try {
      await callApi(call, { params: { classId, studentId: request.student_id } });
      await mutate((list) => list?.filter(({ id }) => id !== request.id), { revalidate: false });
      notices.success(i18n._(done));
    } catch (error) {
      failed(failure, error);
      throw error;
    } finally {
      setBusy((ids) => new Set([...ids].filter((id) => id !== request.id)));
    }
  };

  /** After a failure the server is asked which requests still wait. */
  const decideOne = (decision: Decision) => async (request: JoinRequest) => {
    await decide(request, decision).catch(() => mutate());
    onDecided();
  };

  /** One after the other, until all are in, the server fails or the teacher goes elsewhere. */
  const approveAll = async (requests: readonly JoinRequest[]) => {
    let hasFailed = false;
    for (const [done, request] of requests.entries()) {
      if (left.current) break;
      setBulk({ done, total: requests.length });
      try {
        await decide(request, DECISIONS.approve);
      } catch (error) {
        hasFailed = true;
        if (!isAboutThisOne(error)) break;
      }
    }
    setBulk(null);
    if (hasFailed) await mutate();
    onDecided();
  };

  return {
    approve: decideOne(DECISIONS.approve),
    reject: decideOne(DECISIONS.reject),
    approveAll,
    isBusy: (request: JoinRequest) => busy.has(request.id),
    bulk,
  };
}

interface RequestRowProps {
  request: JoinRequest;
  busy: boolean;
  onApprove: () => void;
  onReject: () => void;
}

function RequestRow({ request, busy, onApprove, onReject }: RequestRowProps) {
  const { t, i18n } = useLingui();
  const { name, email } = request.student;
  const since = dateAndTime(i18n.locale, new Date(request.requested_at));
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={0} flex="1 1 14rem" miw={0} className="breakable">
          <Text fw={600}>{name}</Text>
          <Text size="sm">{email}</Text>
          <Text size="sm" c="dimmed">
            {t`Waiting since ${since}`}
          </Text>
        </Stack>
        <Group gap="xs">
          <Button
            size="sm"
            variant="default"
            disabled={busy}
            aria-label={t`Reject: ${name}`}
            onClick={onReject}
          >
            {t`Reject`}
          </Button>
          <Button
            size="sm"
            variant="light"
            disabled={busy}
            aria-label={t`Approve: ${name}`}
            onClick={onApprove}
          >
            {t`Approve`}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}

interface JoinRequestsProps {
  classId: number;
  isArchived: boolean;
  /** The class has a student or a request more or less. */
  onDecided: () => void;
}

export function JoinRequests({ classId, isArchived, onDecided }: JoinRequestsProps) {
  const { t } = useLingui();
  const titleId = useId();
  const requests = useJoinRequests(classId);
  const { approve, reject, approveAll, isBusy, bulk } = useDecisions(classId, requests, onDecided);
  useFailedRead(requests.error, failureText.fetchJoinRequestsFailed);
  const waiting = requests.data;
  const approving = bulk && t`Approving ${bulk.done + 1} of ${bulk.total}…`;
  return (
    <Stack component="section" aria-labelledby={titleId} gap="md">
      <Group justify="space-between">
        <Title id={titleId} order={2} size="h4">
          {t`Join requests`}
        </Title>
        {waiting && waiting.length > 1 && !bulk && (
          <Button
            size="sm"
            leftSection={<IconCheck size={18} aria-hidden />}
            onClick={() => void approveAll(waiting)}
          >
            {t`Approve all`}
          </Button>
        )}
        {bulk && (
          <Text size="sm" c="dimmed" className="tabular" aria-hidden>
            {approving}
          </Text>
        )}
        <VisuallyHidden role="status">{approving}</VisuallyHidden>
      </Group>
      {!waiting && <Unread of={requests} height={92} radius="md" />}
      {waiting?.length === 0 && (
        <Empty
          icon={<IconMailbox size={28} aria-hidden />}
          text={
            isArchived
              ? t`The class is archived: nobody can ask to join.`
              : t`Nobody is waiting. New requests appear here by themselves.`
          }
        />
      )}
      {waiting && waiting.length > 0 && (
        <Stack component="ul" gap="xs" className="plain-list" aria-labelledby={titleId}>
          {waiting.map((request) => (
            <RequestRow
              key={request.id}
              request={request}
              busy={bulk !== null || isBusy(request)}
              onApprove={() => void approve(request)}
              onReject={() => void reject(request)}
            />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
