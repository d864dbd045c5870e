import { useLingui } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import type { LiveState } from '../lib/live/live-line.ts';
import { LiveBadge } from '../ui/feedback/live-badge.tsx';
import { formatDuration } from '../ui/figure/duration.ts';
import { PercentBar } from '../ui/figure/percent-bar.tsx';
import classes from './deck-import.module.css';
import { phaseText } from './import-status.ts';

interface RunningImportProps {
  current: DeckImport;
  live: LiveState;
}

/** How far the server is with an import. */
export function RunningImport({ current, live }: RunningImportProps) {
  const { t, i18n } = useLingui();
  const { status, phase, percent, seconds_left } = current;
  const phaseLabel =
    status === 'queued' || phase === null ? t`Waiting for its turn` : i18n._(phaseText[phase]);
  const number = (value: number) => value.toLocaleString(i18n.locale);
  const part = (done: number, total: number | null) =>
    total === null ? number(done) : `${number(done)}/${number(total)}`;
  const cards = part(current.cards_done, current.cards_total);
  const files = part(current.audio_done, current.audio_total);
  const left = seconds_left === null ? null : formatDuration(seconds_left, i18n);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text fw={500}>{phaseLabel}</Text>
        <LiveBadge state={live} />
      </Group>
      <PercentBar value={percent} label={t`Imported by the server`} />
      <div className={classes.facts}>
        <Text size="sm" className="tabular">{t`Rows: ${cards}`}</Text>
        <Text size="sm" className="tabular">{t`Files: ${files}`}</Text>
        {left !== null && <Text size="sm" className="tabular">{t`Time left: ${left}`}</Text>}
      </div>
    </Stack>
  );
}
