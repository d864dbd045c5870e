import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import type { OwnJoinRequest } from '../../core/classroom/classroom.schema.ts';
import { callApi } from '../lib/api-client.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { parseClassNumber } from './class-number.ts';

/** Asks to join the class with the number given by its teacher. */
export function JoinClassForm({ onAsked }: { onAsked: (request: OwnJoinRequest) => void }) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const [number, setNumber] = useState('');
  const [wrong, setWrong] = useState(false);
  const [sending, setSending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const join = async (event: FormEvent) => {
    event.preventDefault();
    const classId = parseClassNumber(number);
    setWrong(classId === null);
    if (classId === null) {
      field.current?.focus();
      return;
    }
    setSending(true);
    try {
      const { data } = await callApi('POST /api/classes/:classId/join', { params: { classId } });
      notices.success(i18n._(noticeText.classJoined));
      setNumber('');
      onAsked(data);
    } catch (error) {
      failed(failureText.classJoinFailed, error);
    } finally {
      setSending(false);
    }
  };

  return (
    <form onSubmit={join} noValidate aria-label={t`Join a class`}>
      <Group align="flex-start" gap="sm">
        <TextInput
          ref={field}
          flex="1 1 12rem"
          label={t`Class number`}
          description={!wrong && t`Your teacher tells you the number.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          autoComplete="off"
          value={number}
          onChange={(event) => {
            setNumber(event.currentTarget.value);
            setWrong(false);
          }}
          error={wrong && t`The number of a class has digits only, such as 12.`}
        />
        <Button
          type="submit"
          variant="light"
          // Beside the field, below its label.
          mt={{ base: 0, xs: 25 }}
          leftSection={<IconUserPlus size={18} aria-hidden />}
          loading={sending}
        >
          <Trans>Join</Trans>
        </Button>
      </Group>
    </form>
  );
}
