import { Trans } from '@lingui/react/macro';
import { Badge, Divider, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCheck, IconVolume } from '@tabler/icons-react';
import classes from './home.module.css';

/** The growing gaps between two meetings with one card, in days. */
const GAPS = [3, 10, 30];

/** What the product does, as a picture: a card that was known, and when it comes again. */
export function HeroCards() {
  return (
    <div className={classes.cards} aria-hidden="true">
      <Paper withBorder radius="xl" className={`${classes.card} ${classes.cardBack}`} />
      <Paper withBorder radius="xl" className={`${classes.card} ${classes.cardMiddle}`} />
      <Paper withBorder radius="xl" shadow="md" p="xl" className={`${classes.card} ${classes.cardFront}`}>
        <Stack gap="sm" h="100%" justify="space-between">
          <Group justify="space-between">
            <Badge variant="light" tt="none">
              <Trans>verb</Trans>
            </Badge>
            <IconVolume size={20} className={classes.cardIcon} />
          </Group>
          <Stack gap={4} align="center">
            <Text fz={32} fw={700} lh={1.2} lang="en">
              remember
            </Text>
            <Divider w={48} my={4} size="sm" />
            <Text fz={26} fw={600} lh={1.2} className={classes.cardAnswer} lang="vi">
              nhớ
            </Text>
          </Stack>
          <Group gap={6} justify="center" wrap="nowrap">
            {GAPS.map((days, index) => (
              <Badge
                key={days}
                variant={index === 0 ? 'filled' : 'light'}
                tt="none"
                className="tabular"
                leftSection={index === 0 ? <IconCheck size={12} /> : undefined}
              >
                <Trans>{days} d</Trans>
              </Badge>
            ))}
          </Group>
        </Stack>
      </Paper>
    </div>
  );
}
