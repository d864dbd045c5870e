import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import type { OwnJoinRequest } from '../../core/classroom/classroom.schema.ts';
import { parseClassCode } from '../../core/code-text.ts';
import { callApi } from '../lib/api-client.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { parseClassNumber } from './class-number.ts';
import { joinedText } from './joined-text.ts';

interface JoinClassFormProps {
  onAsked: (request: OwnJoinRequest) => void;
  /** Joined by a code: the student is in, or waits. */
  onJoined: () => void;
}

/** Joins the class with the number or the code given by its teacher. */
export function JoinClassForm({ onAsked, onJoined }: JoinClassFormProps) {
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
    const code = parseClassCode(number);
    setWrong(classId === null && code === null);
    if (classId === null && code === null) {
      field.current?.focus();
      return;
    }
    setSending(true);
    try {
      if (code !== null) {
        const { data } = await callApi('POST /api/class-codes/:code/join', { params: { code } });
        notices.success(i18n._(joinedText(data)));
        onJoined();
      } else if (classId !== null) {
        const { data } = await callApi('POST /api/classes/:classId/join', { params: { classId } });
        notices.success(i18n._(noticeText.classJoined));
        onAsked(data);
      }
      setNumber('');
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
          label={t`Number or code of the class`}
          description={!wrong && t`Your teacher tells you one of them.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoCapitalize="characters"
          spellCheck={false}
          autoComplete="off"
          value={number}
          onChange={(event) => {
            setNumber(event.currentTarget.value);
            setWrong(false);
          }}
          error={wrong && t`A number has digits only, such as 12; a code has six letters, such as KMT RWB.`}
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
