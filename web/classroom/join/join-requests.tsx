import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconMailbox } from '@tabler/icons-react';
import { useId } from 'react';
import type { JoinRequest } from '../../../core/classroom/classroom.schema.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { dateAndTime } from '../../lib/text/date-text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { useJoinRequests } from '../classroom.queries.ts';
import { useDecisions } from './use-decisions.ts';

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
            <Trans>Waiting since {since}</Trans>
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
            <Trans>Reject</Trans>
          </Button>
          <Button
            size="sm"
            variant="light"
            disabled={busy}
            aria-label={t`Approve: ${name}`}
            onClick={onApprove}
          >
            <Trans>Approve</Trans>
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}

interface JoinRequestsProps {
  classId: number;
  /** The class has a student or a request more or less. */
  onDecided: () => void;
}

/** The students who would like to join the class. */
export function JoinRequests({ classId, onDecided }: JoinRequestsProps) {
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
          <Trans>Join requests</Trans>
        </Title>
        {waiting && waiting.length > 1 && !bulk && (
          <Button
            size="sm"
            leftSection={<IconCheck size={18} aria-hidden />}
            onClick={() => void approveAll(waiting)}
          >
            <Trans>Approve all</Trans>
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
          text={<Trans>Nobody is waiting. New requests appear here by themselves.</Trans>}
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
