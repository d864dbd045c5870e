import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PERSON_NAME_MAX } from '../../core/account/account-limits.ts';
import { callApi } from '../lib/api-client.ts';
import { fieldProblemText } from '../ui/field-problem.ts';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';

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
  const failed = useFailure();
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [isMissing, setMissing] = useState(false);

  const close = () => {
    setOpen(false);
    setMissing(false);
  };
  // What had the focus before is gone each time.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) field.current?.focus();
    else if (wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = field.current?.value.trim() ?? '';
    setMissing(typed === '');
    if (typed === '') return field.current?.focus();
    if (typed === name) return close();
    setSaving(true);
    try {
      const params = { classId, studentId };
      const { data } = await callApi('PATCH /api/classes/:classId/students/:studentId', {
        params,
        body: { name: typed },
      });
      const { name: newName } = data;
      notices.success(t`The student is now called ${newName}.`);
      onRenamed(newName);
      close();
    } catch (error) {
      failed(renameFailed, error);
    } finally {
      setSaving(false);
    }
  };

  if (!isOpen)
    return (
      <Button
        ref={opener}
        variant="light"
        mih={44}
        leftSection={<IconPencil size={18} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setOpen(true)}
      >
        <Trans>Change the name</Trans>
      </Button>
    );
  return (
    <form onSubmit={submit} noValidate aria-label={t`Change the name`}>
      <Stack gap="sm">
        <TextInput
          ref={field}
          label={t`Name of the student`}
          description={t`For the teachers and for the student. The user name stays.`}
          defaultValue={name}
          maxLength={PERSON_NAME_MAX}
          error={isMissing && i18n._(fieldProblemText.required)}
          autoComplete="off"
        />
        <Group gap="sm">
          <Button type="submit" mih={44} loading={isSaving}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="default" mih={44} disabled={isSaving} onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
