import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { callApi } from '../lib/call/api-client.ts';
import { usePeople } from '../person/person.queries.ts';
import { loginOf } from '../person/person-text.ts';
import { Dialog } from '../ui/control/dialog.tsx';
import { Unread } from '../ui/feedback/load-error.tsx';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useSubmit } from '../ui/feedback/use-submit.ts';
import { useTaughtChanged } from './colleague.queries.ts';

interface HandOverFormProps {
  classroom: Pick<Classroom, 'id' | 'name'>;
  ownerId: number;
  onDone: () => void;
}

function HandOverForm({ classroom, ownerId, onDone }: HandOverFormProps) {
  const { t } = useLingui();
  const notices = useNotices();

  const taughtChanged = useTaughtChanged();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('');

  const { data, error, mutate } = usePeople({ search, role: 'teacher' });
  const teachers = data?.data.filter(({ id }) => id !== ownerId);

  const { submit, sending, wasWrong } = useSubmit({
    check: () => chosen === '',
    run: async () => {
      await callApi('POST /api/admin/classes/:classId/hand-over', {
        params: { classId: classroom.id },
        body: { teacher_id: Number(chosen), leaves: true },
      });
      notices.success(t`The class has been handed over.`);
      await taughtChanged();
      onDone();
    },
    failed: msg({ message: 'The class could not be handed over: {message}' }),
  });

  return (
    <form onSubmit={submit} noValidate aria-label={t`Hand the class over`}>
      <Stack>
        <Text size="sm">
          {t`Its owner so far no longer teaches the class. Everything in it stays as it is.`}
        </Text>
        <TextInput
          type="search"
          label={t`Find a teacher`}
          maxLength={100}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setChosen('');
          }}
          data-autofocus
        />
        {!data && <Unread of={{ error, mutate }} height={132} />}
        {teachers?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t`No other teacher has this name.`}
          </Text>
        )}
        {teachers && teachers.length > 0 && (
          <Radio.Group
            label={t`New owner`}
            value={chosen}
            onChange={setChosen}
            error={wasWrong && chosen === '' && t`Please choose a teacher`}
          >
            <Stack gap={0} mah="40dvh" style={{ overflowY: 'auto' }}>
              {teachers.map((teacher) => (
                <Radio
                  key={teacher.id}
                  value={String(teacher.id)}
                  label={teacher.name}
                  description={loginOf(teacher)}
                  py="xs"
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Button type="submit" loading={sending}>
          {t`Hand over`}
        </Button>
      </Stack>
    </form>
  );
}

interface HandOverModalProps {
  /** Null while the window is closed. */
  classroom: Pick<Classroom, 'id' | 'name'> | null;
  ownerId: number;
  onClose: () => void;
}

export function HandOverModal({ classroom, ownerId, onClose }: HandOverModalProps) {
  const { t } = useLingui();
  const name = classroom?.name ?? '';
  return (
    <Dialog opened={classroom !== null} onClose={onClose} title={t`Hand over the class ${name}`}>
      {classroom && (
        <HandOverForm key={classroom.id} classroom={classroom} ownerId={ownerId} onDone={onClose} />
      )}
    </Dialog>
  );
}
