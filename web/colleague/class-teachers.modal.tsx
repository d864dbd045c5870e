import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Alert, Badge, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { EMAIL_PATTERN } from '../../core/account/account-limits.ts';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import type { ClassInvitation, ClassTeacher, NewInvitation } from '../../core/colleague/colleague.schema.ts';
import { levelled } from '../../core/text/normal-form.ts';
import { ApiError, callApi } from '../lib/call/api-client.ts';
import { useSession } from '../lib/kept/stored-session.ts';
import { paths } from '../lib/pages/paths.ts';
import { useSiteSettings } from '../lib/pages/site-settings.tsx';
import { dateOnly } from '../lib/text/date-text.ts';
import { FoundColleague, useColleague } from '../ui/colleague/colleague-field.tsx';
import { Dialog } from '../ui/control/dialog.tsx';
import { LinkButtons } from '../ui/control/link-buttons.tsx';
import { Unread } from '../ui/feedback/load-error.tsx';
import { useConfirmed } from '../ui/feedback/use-confirmed.ts';
import { useSubmit } from '../ui/feedback/use-submit.ts';
import { QrSheet } from '../ui/figure/qr-sheet.tsx';
import { useClassTeachers, useTaughtChanged } from './colleague.queries.ts';

/** An invitation that was made a moment ago, and whether a colleague has its address. */
type Made = NewInvitation & { isKnown: boolean };

/** The link of an invitation that was made a moment ago: it can be read here and now only. */
function MadeLink({ made, className }: { made: Made; className: string }) {
  const { t, i18n } = useLingui();
  const link = new URL(paths.teach(made.token), window.location.origin).href;
  const end = dateOnly(i18n.locale, new Date(made.ends_at));
  const sheet = (title?: string) => (
    <QrSheet link={link} label={t`QR code of the invitation`} title={title}>
      <Text ta="center" size="sm" className="breakable">
        {t`Scan it with a teacher’s account. It is used once, and holds until ${end}.`}
      </Text>
    </QrSheet>
  );
  const { email, isKnown, letter } = made;
  const madeText = () => {
    if (letter)
      return t`An email with a link goes to ${email}. Should it not arrive, send this link: it is shown only now, is used once, and holds until ${end}.`;
    return email === null || !isKnown
      ? t`Send this link to your colleague. It is shown only now, is used once, and holds until ${end}.`
      : t`A teacher with the address ${email} finds it on the home page. Anybody else needs this link, which is shown only now, is used once, and holds until ${end}.`;
  };
  return (
    <Alert color="grape" title={letter ? t`The invitation is on its way` : t`The invitation is ready`}>
      <Stack gap="xs">
        <Text size="sm">{madeText()}</Text>
        <TextInput
          label={t`Link of the invitation`}
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        {sheet()}
        <LinkButtons link={link} sheet={sheet(t`Teach the class ${className} together`)} />
      </Stack>
    </Alert>
  );
}

function InviteTeacherForm({
  classroom: { id: classId, name },
  onInvited,
}: {
  classroom: Pick<Classroom, 'id' | 'name'>;
  onInvited: () => Promise<unknown>;
}) {
  const { t } = useLingui();
  const { letters } = useSiteSettings();
  const colleague = useColleague();
  const [isUnknown, setUnknown] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const type = (text: string) => {
    colleague.type(text);
    setUnknown(false);
  };

  const address = levelled(colleague.login);
  const isSeen = address === '' || colleague.found !== null || isUnknown;
  const look = async () => {
    try {
      await colleague.find();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'colleague_unknown')) throw error;
      setUnknown(true);
    }
  };
  const { submit, sending, wasWrong, forgive } = useSubmit({
    check: () => address !== '' && !EMAIL_PATTERN.test(address),
    field,
    run: async () => {
      if (!isSeen) {
        await look();
        return;
      }
      const { data } = await callApi('POST /api/classes/:classId/invitations', {
        params: { classId },
        body: { email: address === '' ? null : address },
      });
      setMade({ ...data, isKnown: colleague.found !== null });
      type('');
    },
    failed: msg({ message: 'Nobody was invited: {message}' }),
    lastly: onInvited,
  });

  const buttonText = () => {
    if (colleague.found) return t`Invite ${colleague.found.name}`;
    if (!isSeen) return t`Find`;
    return letters && isUnknown ? t`Send an email` : t`Make a link`;
  };

  return (
    <Stack gap="sm">
      <form onSubmit={submit} noValidate aria-label={t`Invite a teacher`}>
        <Group align="flex-start" gap="sm">
          <TextInput
            ref={field}
            flex="1 1 14rem"
            type="email"
            label={t`Email address of a teacher`}
            description={!wasWrong && t`Leave it empty for a link that you send yourself.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            value={colleague.login}
            onChange={(event) => {
              type(event.currentTarget.value);
              forgive();
            }}
            error={wasWrong && t`This is not an email address, such as hoa@school.edu.vn`}
          />
          <Button type="submit" mt={{ base: 0, xs: 25 }} loading={sending}>
            {buttonText()}
          </Button>
        </Group>
        <Text size="sm" role="status" className="breakable" mt="xs">
          <FoundColleague of={colleague.found} />
          {isUnknown &&
            (letters
              ? t`No teacher here has shown this address to be theirs. An email with a link goes there: whoever reads it can accept.`
              : t`No teacher here is known by this address: only the link lets them in.`)}
        </Text>
      </form>
      {made && <MadeLink key={made.id} made={made} className={name} />}
    </Stack>
  );
}

const notChanged = msg({ message: 'Nothing was changed: {message}' });

interface ClassTeachersProps {
  classroom: Pick<Classroom, 'id' | 'name' | 'is_owner' | 'archived_at'>;
  /** The class is not the caller's any more. */
  onLeft: () => void;
}

function ClassTeachers({ classroom, onLeft }: ClassTeachersProps) {
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
                  {t`Hand over`}
                </Button>
                <Button
                  variant="subtle"
                  color="red"
                  aria-label={t`Take out: ${teacher.name}`}
                  onClick={() => void remove.ask(teacher)}
                >
                  {t`Take out`}
                </Button>
              </>
            )}
            {!teacher.is_owner && teacher.id === ownId && (
              <Button variant="subtle" color="red" onClick={() => void leave.ask(teacher)}>
                {t`Leave class`}
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
  const { t, i18n } = useLingui();
  const since = teacher.since && dateOnly(i18n.locale, new Date(teacher.since));
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={0} flex="1 1 12rem" miw={0} className="breakable">
          <Group gap="xs">
            <Text fw={600}>{teacher.name}</Text>
            {teacher.is_owner && (
              <Badge variant="light" tt="none">
                {t`Owner`}
              </Badge>
            )}
            {isSelf && (
              <Badge variant="default" tt="none">
                {t`You`}
              </Badge>
            )}
          </Group>
          <Text size="sm">{teacher.email}</Text>
          {since && (
            <Text size="sm" c="dimmed">
              {t`Teaches it since ${since}`}
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
        {t`Open invitations`}
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
                  {t`Holds until ${end}`}
                </Text>
              </Stack>
              <Button
                variant="subtle"
                color="red"
                aria-label={t`Take back: ${whom}`}
                onClick={() => onWithdraw(invitation)}
              >
                {t`Take back`}
              </Button>
            </Group>
          );
        })}
      </Stack>
    </Stack>
  );
}

interface ClassTeachersModalProps extends React.ComponentProps<typeof ClassTeachers> {
  opened: boolean;
  onClose: () => void;
}

export default function ClassTeachersModal({ classroom, opened, onClose, onLeft }: ClassTeachersModalProps) {
  const { t } = useLingui();
  const { name } = classroom;
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Teachers of the class ${name}`} size="lg">
      <ClassTeachers classroom={classroom} onLeft={onLeft} />
    </Dialog>
  );
}
