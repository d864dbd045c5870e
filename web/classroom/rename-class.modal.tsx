import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { callApi } from '../lib/api-client.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { useClassesChanged } from './classroom.queries.ts';
import { problemText } from './new-class.form.tsx';
import { nameProblem } from './new-class-rules.ts';

type Named = Pick<Classroom, 'id' | 'name'>;

function RenameClassForm({ classroom, onDone }: { classroom: Named; onDone: () => void }) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const classesChanged = useClassesChanged();
  const [name, setName] = useState(classroom.name);
  const [submitted, setSubmitted] = useState(false);
  const [sending, setSending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (nameProblem(name)) {
      field.current?.focus();
      return;
    }
    setSending(true);
    try {
      const params = { classId: classroom.id };
      await callApi('PATCH /api/classes/:classId', { params, body: { name: name.trim() } });
      notices.success(i18n._(noticeText.classRenamed));
      onDone();
      void classesChanged();
    } catch (error) {
      failed(failureText.classRenameFailed, error);
    } finally {
      setSending(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate aria-label={t`Rename class`}>
      <Stack>
        <TextInput
          ref={field}
          label={t`Class name`}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={submitted && problemText(i18n, nameProblem(name))}
          required
          withAsterisk={false}
          autoComplete="off"
          data-autofocus
        />
        <Group>
          <Button type="submit" loading={sending}>
            <Trans>Rename</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface RenameClassModalProps {
  classroom: Named;
  opened: boolean;
  onClose: () => void;
}

/** The form for another name of a class, in a window. */
export default function RenameClassModal({ classroom, opened, onClose }: RenameClassModalProps) {
  const { t } = useLingui();
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Rename class`}>
      <RenameClassForm classroom={classroom} onDone={onClose} />
    </Dialog>
  );
}
