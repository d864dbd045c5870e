import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { PERSON_NAME_MAX } from '../../core/account/account-limits.ts';
import { callApi } from '../lib/call/api-client.ts';
import { fieldProblemText } from '../ui/control/field-problem.ts';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useSubmit } from '../ui/feedback/use-submit.ts';

const renameFailed = msg({ message: 'The name was not changed: {message}' });

interface RenameStudentProps {
  classId: number;
  studentId: number;
  name: string;
  onRenamed: (name: string) => void;
}

/** Another name for a student whose account the school has made. */
export function RenameStudent({ classId, studentId, name, onRenamed }: RenameStudentProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);

  const close = () => {
    setOpen(false);
    forgive();
  };
  // What had the focus before is gone each time.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) field.current?.focus();
    else if (wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const typed = () => field.current?.value.trim() ?? '';
  const { submit, sending, wasWrong, forgive } = useSubmit({
    check: () => typed() === '',
    field,
    run: async () => {
      if (typed() === name) return close();
      const { data } = await callApi('PATCH /api/classes/:classId/students/:studentId', {
        params: { classId, studentId },
        body: { name: typed() },
      });
      const { name: newName } = data;
      notices.success(t`The student is now called ${newName}.`);
      onRenamed(newName);
      close();
    },
    failed: renameFailed,
  });

  if (!isOpen)
    return (
      <Button
        ref={opener}
        variant="light"
        mih={44}
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t`Change the name`}
      </Button>
    );
  return (
    <form onSubmit={submit} noValidate aria-label={t`Change the name`} style={{ flexBasis: '100%' }}>
      <Stack gap="sm">
        <TextInput
          ref={field}
          label={t`Name of the student`}
          description={t`For the teachers and for the student. The user name stays.`}
          defaultValue={name}
          maxLength={PERSON_NAME_MAX}
          error={wasWrong && i18n._(fieldProblemText.required)}
          autoComplete="off"
        />
        <Group gap="sm">
          <Button type="submit" mih={44} loading={sending}>
            {t`Save`}
          </Button>
          <Button variant="default" mih={44} disabled={sending} onClick={close}>
            {t`Cancel`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
