import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OwnJoinRequest } from '../../../core/classroom/classroom.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { dateOnly } from '../../lib/text/date-text.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { type useClasses, useMembershipChanged } from '../classroom.queries.ts';

/**
 * Notifies the student of the outcome of a request that is no longer there. A request that the student withdraws here
 * is no news: `expect` announces it beforehand.
 */
export function useRequestNews(
  requests: readonly OwnJoinRequest[] | undefined,
  classes: Pick<ReturnType<typeof useClasses>, 'mutate'>,
) {
  const { t } = useLingui();
  const notices = useNotices();
  const membershipChanged = useMembershipChanged();
  const before = useRef<readonly OwnJoinRequest[]>([]);
  const expected = useRef(new Set<number>());

  const notify = useEffectEvent(async (answered: OwnJoinRequest[]) => {
    void membershipChanged();
    const joined = (await classes.mutate()) ?? [];
    for (const { class_id, class_name } of answered) {
      const into = joined.find(({ id }) => id === class_id);
      if (into) notices.success(t`You are now in the class ${into.name}.`);
      else if (class_name === null)
        notices.info(t`Your request to join class ${class_id} is no longer open.`);
      else notices.info(t`Your request to join ${class_name} is no longer open.`);
    }
  });

  useEffect(() => {
    if (!requests) return;
    const gone = before.current.filter((old) => !requests.some(({ id }) => id === old.id));
    // Each only once: the student may ask again.
    const answered = gone.filter((old) => !expected.current.delete(old.id));
    before.current = requests;
    if (answered.length > 0) void notify(answered);
  }, [requests]);

  return { expect: (request: OwnJoinRequest) => void expected.current.add(request.id) };
}

interface OwnJoinRequestsProps {
  requests: readonly OwnJoinRequest[];
  onWithdrawn: (request: OwnJoinRequest) => Promise<unknown>;
  /** The server knows better which requests there are. */
  onFailed: () => void;
}

export function OwnJoinRequests({ requests, onWithdrawn, onFailed }: OwnJoinRequestsProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const [busy, setBusy] = useState<number | null>(null);

  const withdraw = async (request: OwnJoinRequest) => {
    setBusy(request.id);
    try {
      await callApi('POST /api/classes/:classId/leave', { params: { classId: request.class_id } });
      await onWithdrawn(request);
      notices.success(t`Your request has been withdrawn.`);
    } catch (error) {
      failed(msg({ message: 'The request could not be withdrawn: {message}' }), error);
      onFailed();
    } finally {
      setBusy(null);
    }
  };

  return (
    <Stack component="ul" gap="xs" className="plain-list" aria-label={t`Your requests`}>
      {requests.map((request) => {
        const { class_id, teacher_name } = request;
        const name = request.class_name ?? t`Class ${class_id}`;
        const since = dateOnly(i18n.locale, new Date(request.requested_at));
        return (
          <Paper key={request.id} component="li" withBorder radius="md" p="sm">
            <Group justify="space-between" gap="sm">
              <Stack gap={0} flex="1 1 12rem" miw={0} className="breakable">
                <Text fw={600}>{name}</Text>
                <Text size="sm" c="dimmed">
                  {teacher_name === null
                    ? t`You asked to join on ${since}. Its name comes with the approval.`
                    : t`Waiting for ${teacher_name} since ${since}`}
                </Text>
                <Text size="sm" c="dimmed">
                  {t`Once you are in, the class appears here by itself.`}
                </Text>
              </Stack>
              <Button
                size="sm"
                variant="default"
                loading={busy === request.id}
                aria-label={t`Withdraw: ${name}`}
                onClick={() => void withdraw(request)}
              >
                {t`Withdraw`}
              </Button>
            </Group>
          </Paper>
        );
      })}
    </Stack>
  );
}
