import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import type { ClassInvitation, ClassTeacher } from '../../core/colleague/colleague.schema.ts';
import { callApi } from '../lib/call/api-client.ts';
import { useSession } from '../lib/kept/stored-session.ts';
import { dateOnly } from '../lib/text/date-text.ts';
import { Unread } from '../ui/feedback/unread.tsx';
import { useConfirmed } from '../ui/feedback/use-confirmed.ts';
import { useClassTeachers, useTaughtChanged } from './colleague.queries.ts';
import { InviteTeacherForm } from './invite-teacher.form.tsx';

const notChanged = msg({ message: 'Nothing was changed: {message}' });

interface ClassTeachersProps {
  classroom: Pick<Classroom, 'id' | 'name' | 'is_owner' | 'archived_at'>;
  /** The class is not the caller's any more. */
  onLeft: () => void;
}

/** The teachers of a class; its owner invites, takes out and hands over, and others leave. */
export function ClassTeachers({ classroom, onLeft }: ClassTeachersProps) {
  const { t } = useLingui();
  const { id: classId, name: className } = classroom;
  const { data, error, mutate } = useClassTeachers(classId);
  const taughtChanged = useTaughtChanged();
  const ownId = Number(useSession().userId);

  const remove = useConfirmed<ClassTeacher>({
    question: ({ name }) => ({
      title: t`Take ${name} out of the class?`,
      text: t`They no longer see the class. What they gave it, decks and exams, stays in it.`,
      confirmLabel: t`Take out`,
      danger: true,
    }),
    run: async ({ id }) => {
      const params = { classId, teacherId: id };
      await callApi('DELETE /api/classes/:classId/teachers/:teacherId', { params });
      await taughtChanged();
    },
    done: msg`The teacher is no longer in the class.`,
    failed: notChanged,
    onFailed: () => void mutate(),
  });
  const leave = useConfirmed<ClassTeacher>({
    question: () => ({
      title: t`Leave the class “${className}”?`,
      text: t`You no longer see it. Its owner can invite you again.`,
      confirmLabel: t`Leave class`,
      danger: true,
    }),
    run: async ({ id }) => {
      const params = { classId, teacherId: id };
      await callApi('DELETE /api/classes/:classId/teachers/:teacherId', { params });
      onLeft();
      await taughtChanged();
    },
    done: msg`You have left the class.`,
    failed: notChanged,
    onFailed: () => void mutate(),
  });
  const handOver = useConfirmed<ClassTeacher>({
    question: ({ name }) => ({
      title: t`Hand the class over to ${name}?`,
      text: t`From now on they decide who teaches it, and whether it is deleted. You teach it on, and can leave it afterwards.`,
      confirmLabel: t`Hand over`,
      danger: true,
    }),
    run: async ({ id }) => {
      await callApi('POST /api/classes/:classId/hand-over', {
        params: { classId },
        body: { teacher_id: id, leaves: false },
      });
      await taughtChanged();
    },
    done: msg`The class has been handed over.`,
    failed: notChanged,
    onFailed: () => void mutate(),
  });
  const withdraw = useConfirmed<ClassInvitation>({
    question: () => ({
      title: t`Take the invitation back?`,
      text: t`Its link then leads nowhere.`,
      confirmLabel: t`Take back`,
      danger: true,
    }),
    run: async ({ id }) => {
      const params = { classId, invitationId: id };
      await callApi('DELETE /api/classes/:classId/invitations/:invitationId', { params });
      await mutate();
    },
    done: msg`The invitation has been taken back.`,
    failed: notChanged,
    onFailed: () => void mutate(),
  });

  if (!data) return <Unread of={{ error, mutate }} height={160} />;
  return (
    <Stack gap="lg">
      <Stack component="ul" gap="xs" className="plain-list" aria-label={t`Teachers`}>
        {data.teachers.map((teacher) => (
          <TeacherRow key={teacher.id} teacher={teacher} isSelf={teacher.id === ownId}>
            {classroom.is_owner && !teacher.is_owner && (
              <>
                <Button
                  variant="default"
                  aria-label={t`Hand over to ${teacher.name}`}
                  onClick={() => void handOver.ask(teacher)}
                >
                  <Trans>Hand over</Trans>
                </Button>
                <Button
                  variant="subtle"
                  color="red"
                  aria-label={t`Take out: ${teacher.name}`}
                  onClick={() => void remove.ask(teacher)}
                >
                  <Trans>Take out</Trans>
                </Button>
              </>
            )}
            {!teacher.is_owner && teacher.id === ownId && (
              <Button variant="subtle" color="red" onClick={() => void leave.ask(teacher)}>
                <Trans>Leave class</Trans>
              </Button>
            )}
          </TeacherRow>
        ))}
      </Stack>
      {classroom.is_owner && classroom.archived_at === null && (
        <InviteTeacherForm classroom={classroom} onInvited={() => mutate()} />
      )}
      {data.invitations.length > 0 && (
        <Invitations invitations={data.invitations} onWithdraw={(one) => void withdraw.ask(one)} />
      )}
    </Stack>
  );
}

interface TeacherRowProps {
  teacher: ClassTeacher;
  isSelf: boolean;
  children: React.ReactNode;
}

function TeacherRow({ teacher, isSelf, children }: TeacherRowProps) {
  const { i18n } = useLingui();
  const since = teacher.since && dateOnly(i18n.locale, new Date(teacher.since));
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={0} flex="1 1 12rem" miw={0} className="breakable">
          <Group gap="xs">
            <Text fw={600}>{teacher.name}</Text>
            {teacher.is_owner && (
              <Badge variant="light" tt="none">
                <Trans>Owner</Trans>
              </Badge>
            )}
            {isSelf && (
              <Badge variant="default" tt="none">
                <Trans>You</Trans>
              </Badge>
            )}
          </Group>
          <Text size="sm">{teacher.email}</Text>
          {since && (
            <Text size="sm" c="dimmed">
              <Trans>Teaches it since {since}</Trans>
            </Text>
          )}
        </Stack>
        <Group gap="xs">{children}</Group>
      </Group>
    </Paper>
  );
}

interface InvitationsProps {
  invitations: readonly ClassInvitation[];
  onWithdraw: (invitation: ClassInvitation) => void;
}

function Invitations({ invitations, onWithdraw }: InvitationsProps) {
  const { t, i18n } = useLingui();
  const titleId = useId();
  return (
    <Stack component="section" aria-labelledby={titleId} gap="xs">
      <Title id={titleId} order={3} size="h5">
        <Trans>Open invitations</Trans>
      </Title>
      <Stack component="ul" gap="xs" className="plain-list" aria-labelledby={titleId}>
        {invitations.map((invitation) => {
          const end = dateOnly(i18n.locale, new Date(invitation.ends_at));
          const whom = invitation.email ?? t`By link`;
          return (
            <Group key={invitation.id} component="li" justify="space-between" gap="sm">
              <Stack gap={0} flex="1 1 12rem" miw={0} className="breakable">
                <Text>{whom}</Text>
                <Text size="sm" c="dimmed">
                  <Trans>Holds until {end}</Trans>
                </Text>
              </Stack>
              <Button
                variant="subtle"
                color="red"
                aria-label={t`Take back: ${whom}`}
                onClick={() => onWithdraw(invitation)}
              >
                <Trans>Take back</Trans>
              </Button>
            </Group>
          );
        })}
      </Stack>
    </Stack>
  );
}
