import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconMessageCheck } from '@tabler/icons-react';
import { addressOf } from '../../../core/address.ts';
import { answerText } from '../../card/reports/report-text.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { CardText } from '../../marks/card-text.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';

const putAwayFailed = msg({ message: 'It could not be marked as read: {message}' });

/** What became of the mistakes that the student has reported, until it is put away. Most have nothing to read. */
export default function AnsweredReports() {
  const { t, i18n } = useLingui();
  const { data, mutate } = useRead(addressOf('GET /api/answered-reports'));
  const [putAway, isSending] = useAttempt(putAwayFailed, async () => {
    await callApi('POST /api/answered-reports/read', {
      body: { card_ids: (data ?? []).map(({ card_id }) => card_id) },
    });
    await mutate();
  });
  if (!data || data.length === 0) return null;
  return (
    <Paper component="section" withBorder radius="md" p="md" aria-label={t`What became of your reports`}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <IconMessageCheck size={22} aria-hidden style={{ flex: 'none' }} />
        <Stack gap="sm" flex={1} miw={0}>
          <Text fw={600}>{t`What became of your reports`}</Text>
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
            {data.map(({ card_id, front, deck, answer }) => (
              <li key={card_id}>
                <Text className="breakable">
                  <b className="own-way">
                    <CardText text={front} isLine />
                  </b>{' '}
                  ({deck})
                </Text>
                <Text size="sm" c="dimmed">
                  {i18n._(answerText[answer])}
                </Text>
              </li>
            ))}
          </Stack>
          <Button
            variant="light"
            h={44}
            style={{ alignSelf: 'flex-start' }}
            loading={isSending}
            onClick={() => void putAway()}
          >
            {t`Read`}
          </Button>
        </Stack>
      </Group>
    </Paper>
  );
}
