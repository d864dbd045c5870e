import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconMessageCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { addressOf } from '../../core/address.ts';
import { CardText } from '../card/marks/card-text.tsx';
import { answerText } from '../card/reports/report-text.ts';
import { callApi } from '../lib/api-client.ts';
import { useRead } from '../lib/use-read.ts';
import { useFailure } from '../ui/use-failure.ts';

const putAwayFailed = msg({ message: 'It was not put away: {message}' });

/** What became of the mistakes that the student has reported, until it is put away. Most have nothing to read. */
export default function AnsweredReports() {
  const { t, i18n } = useLingui();
  const failed = useFailure();
  const [isSending, setSending] = useState(false);
  const { data, mutate } = useRead(addressOf('GET /api/answered-reports'));
  if (!data || data.length === 0) return null;
  const putAway = async () => {
    setSending(true);
    try {
      await callApi('POST /api/answered-reports/read', {
        body: { card_ids: data.map(({ card_id }) => card_id) },
      });
      await mutate();
    } catch (error) {
      failed(putAwayFailed, error);
    } finally {
      setSending(false);
    }
  };
  return (
    <Paper component="section" withBorder radius="md" p="md" aria-label={t`What became of your reports`}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <IconMessageCheck size={22} aria-hidden style={{ flex: 'none' }} />
        <Stack gap="sm" flex={1} miw={0}>
          <Text fw={600}>
            <Trans>What became of your reports</Trans>
          </Text>
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
            {data.map(({ card_id, front, deck, answer }) => (
              <li key={card_id}>
                <Text className="breakable">
                  <b>
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
            <Trans>Read</Trans>
          </Button>
        </Stack>
      </Group>
    </Paper>
  );
}
