import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { OfferedClass } from '../../core/colleague/colleague.schema.ts';
import { callApi } from '../lib/call/api-client.ts';
import { dateOnly } from '../lib/text/date-text.ts';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useAttempt } from '../ui/feedback/use-submit.ts';
import { useOfferedClasses, useTaughtChanged } from './colleague.queries.ts';

export function OfferedClasses() {
  const { t } = useLingui();
  const { data } = useOfferedClasses();
  if (!data || data.length === 0) return null;
  return (
    <Stack component="ul" gap="xs" className="plain-list" aria-label={t`Invitations to classes`}>
      {data.map((offered) => (
        <Offer key={offered.id} offered={offered} />
      ))}
    </Stack>
  );
}

function Offer({ offered }: { offered: OfferedClass }) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const taughtChanged = useTaughtChanged();
  const { class_name, owner_name } = offered;
  const end = dateOnly(i18n.locale, new Date(offered.ends_at));
  const params = { invitationId: offered.id };

  const [answer, isSending] = useAttempt(
    msg({ message: 'The invitation could not be answered: {message}' }),
    async (work: () => Promise<unknown>, notice: string) => {
      await work();
      notices.success(notice);
    },
    taughtChanged,
  );

  return (
    <Paper component="li" withBorder radius="md" p="md">
      <Group justify="space-between" gap="sm">
        <Stack gap={0} flex="1 1 14rem" miw={0} className="breakable">
          <Text fw={600}>{class_name}</Text>
          <Text size="sm" c="dimmed">
            {t`${owner_name} asks you to teach this class together. The invitation holds until ${end}.`}
          </Text>
        </Stack>
        <Group gap="xs">
          <Button
            variant="default"
            disabled={isSending}
            aria-label={t`Decline: ${class_name}`}
            onClick={() =>
              void answer(
                () => callApi('DELETE /api/class-invitations/:invitationId', { params }),
                t`You have declined the invitation.`,
              )
            }
          >
            {t`Decline`}
          </Button>
          <Button
            variant="light"
            disabled={isSending}
            aria-label={t`Accept: ${class_name}`}
            onClick={() =>
              void answer(
                () => callApi('POST /api/class-invitations/:invitationId/accept', { params }),
                t`You now teach the class ${class_name}.`,
              )
            }
          >
            {t`Accept`}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
