import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { OwnJoinRequest } from '../../../core/classroom/classroom.schema.ts';
import { isTypedInVietnamese, parseClassCode } from '../../../core/text/code-text.ts';
import { ApiError, callApi } from '../../lib/call/api-client.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import { parseClassNumber } from '../class-number.ts';
import { joinedText } from './joined-text.ts';

const UNKNOWN: ReadonlySet<string> = new Set(['class_not_found', 'class_code_unknown']);

interface JoinClassFormProps {
  onAsked: (request: OwnJoinRequest) => void;
  /** Joined by a code: the student is in, or waits. */
  onJoined: () => void;
}

export function JoinClassForm({ onAsked, onJoined }: JoinClassFormProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failure = useFailure();
  const [typed, setTyped] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const classId = parseClassNumber(typed);
  const code = parseClassCode(typed);
  const { submit, sending, wasWrong, forgive } = useSubmit({
    check: () => {
      // What was said of the last try is not true of this one.
      notices.dismiss();
      return classId === null && code === null;
    },
    field,
    run: async () => {
      if (code !== null) {
        const { data } = await callApi('POST /api/class-codes/:code/join', { params: { code } });
        notices.success(i18n._(joinedText(data)));
        onJoined();
      } else if (classId !== null) {
        const { data } = await callApi('POST /api/classes/:classId/join', { params: { classId } });
        notices.success(i18n._(noticeText.classJoined));
        onAsked(data);
      }
      setTyped('');
    },
    failed: (error) => {
      failure(msg({ message: 'Joining failed: {message}' }), error);
      if (!(error instanceof ApiError && UNKNOWN.has(error.code))) return;
      setUnknown(true);
      field.current?.focus();
    },
  });

  return (
    <form onSubmit={submit} noValidate aria-label={t`Join a class`}>
      <Group align="flex-start" gap="sm">
        <TextInput
          ref={field}
          flex="1 1 12rem"
          label={t`Class code`}
          description={
            !wasWrong &&
            !isUnknown &&
            t`Your teacher tells you its letters, such as KMT RXBG. The number of the class works, too.`
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          lang="en"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            forgive();
            setUnknown(false);
          }}
          error={
            wasWrong
              ? isTypedInVietnamese(typed)
                ? t`Your keyboard has changed the code: switch Vietnamese typing off, and type it again`
                : t`A code has letters only, such as KMT RXBG; a number has digits only, such as 12.`
              : isUnknown && t`There is no such class. Please check the code with your teacher.`
          }
        />
        <Button
          type="submit"
          variant="light"
          // Beside the field, below its label.
          mt={{ base: 0, xs: 25 }}
          leftSection={<IconUserPlus size={18} aria-hidden />}
          loading={sending}
        >
          {t`Join`}
        </Button>
      </Group>
    </form>
  );
}
