import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Code, Group, Paper, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ParkedStudent } from '../../core/log/log.schema.ts';
import classes from './log.module.css';
import { projectionName } from './projection-text.ts';

interface ParkedRowProps {
  parked: ParkedStudent;
  isBusy: boolean;
  onReplay: (label: string) => void;
}

/** What is parked of one student in one projection. */
export function ParkedRow({ parked, isBusy, onReplay }: ParkedRowProps) {
  const { t, i18n } = useLingui();
  const { student_id: student, partition, first_position, reason } = parked;
  const projection = projectionName(i18n, parked.projection);
  const events = t`${plural(parked.events, { one: '# event', other: '# events' })}`;
  const position = `${partition}-${first_position}`;
  const label = t`${projection}, student ${student}`;
  return (
    <Paper component="li" withBorder radius="md" p="md">
      <Group justify="space-between" gap="sm" align="flex-start">
        <Stack gap={4} flex="1 1 16rem" miw={0}>
          <Text fw={600}>{label}</Text>
          <Text size="sm" c="dimmed" className="tabular">
            <Trans>
              {events}, from position {position} on
            </Trans>
          </Text>
          <Code className={classes.wrapping} w="fit-content">
            {reason}
          </Code>
        </Stack>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          aria-label={t`Replay: ${label}`}
          disabled={isBusy}
          onClick={() => onReplay(label)}
        >
          <Trans>Replay</Trans>
        </Button>
      </Group>
    </Paper>
  );
}
