import { useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useSWRConfig } from 'swr';
import type { DeleteReason } from '../../../core/account/account.schema.ts';
import { addressOf } from '../../../core/address.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { forgetAccountEnd } from '../../lib/kept/account-end.ts';
import { dateAndTime } from '../../lib/text/date-text.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';

const DELETION = addressOf('GET /api/me/deletion');

export const useDeletion = () => useRead(DELETION);

/** Asks for the end of the own account, or takes that back; each resolves when the screens show it. */
export function useDeletionChanges() {
  const { mutate } = useSWRConfig();
  return {
    async ask(password: string): Promise<void> {
      await callApi('POST /api/me/deletion', { body: { password } });
      await mutate(DELETION);
    },
    async askBySchool(code: string): Promise<void> {
      await callApi('POST /api/me/deletion/by-school', { body: { code } });
      await mutate(DELETION);
    },
    async keep(): Promise<void> {
      await callApi('DELETE /api/me/deletion');
      forgetAccountEnd();
      await mutate(DELETION);
    },
  };
}

export function LeavingNote({ deleteAt, reason }: { deleteAt: string; reason: DeleteReason }) {
  const { t, i18n } = useLingui();
  const notices = useNotices();

  const { keep } = useDeletionChanges();

  const when = dateAndTime(i18n.locale, new Date(deleteAt));
  const [keepIt, isRunning] = useAttempt(failureText.deletionFailed, async () => {
    await keep();
    notices.success(t`Your account stays.`);
  });
  return (
    <Stack gap="xs">
      <Text>
        {reason === 'own'
          ? t`Your account will be deleted at ${when}, as you asked.`
          : reason === 'administrator'
            ? t`Your account will be deleted at ${when}: the administrator of your school has decided so. Ask them if this is a mistake.`
            : t`Your account will be deleted at ${when}, since it was not used for long.`}
      </Text>
      {reason !== 'administrator' && (
        <Group>
          <Button variant="default" loading={isRunning} onClick={() => void keepIt()}>
            {t`Keep my account`}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
