import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
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

function CopyClassForm({ classroom, onDone }: { classroom: Named; onDone: (copy: Classroom) => void }) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const classesChanged = useClassesChanged();
  const ofClass = classroom.name;
  const [name, setName] = useState(t`${ofClass} (copy)`);
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
      const { data } = await callApi('POST /api/classes/:classId/copy', {
        params,
        body: { name: name.trim() },
      });
      notices.success(i18n._({ ...noticeText.classCreated, values: { classId: data.id } }));
      onDone(data);
      void classesChanged();
    } catch (error) {
      failed(failureText.classCreateFailed, error);
    } finally {
      setSending(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate aria-label={t`Copy class`}>
      <Stack>
        <Text size="sm">
          <Trans>
            The new class is yours and has the same decks. Students, teachers and exams are not copied.
          </Trans>
        </Text>
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
            <Trans>Make the copy</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface CopyClassModalProps {
  classroom: Named;
  opened: boolean;
  onClose: () => void;
  onCopied: (copy: Classroom) => void;
}

/** The form for a copy of a class, in a window. */
export default function CopyClassModal({ classroom, opened, onClose, onCopied }: CopyClassModalProps) {
  const { t } = useLingui();
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Copy class`}>
      <CopyClassForm
        classroom={classroom}
        onDone={(copy) => {
          onClose();
          onCopied(copy);
        }}
      />
    </Dialog>
  );
}
