import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import type { ImportedSchedule } from '../../core/deck-import/import-report.schema.ts';
import { dateOnly } from '../lib/date-text.ts';
import { PercentBar } from '../ui/percent-bar.tsx';
import { bringsSchedule } from './import-status.ts';

interface ImportedScheduleTextProps {
  current: DeckImport;
  schedule: ImportedSchedule;
}

/** What of the schedule in an Anki package comes along, would do so, or has done so. */
export function ImportedScheduleText({ current, schedule }: ImportedScheduleTextProps) {
  const { t, i18n } = useLingui();
  const { schedule: run, status } = current;
  const { studied, since } = schedule;
  const asked = run && run.status !== 'queued' && run.status !== 'running' ? run : null;
  const answerCount = asked?.answers_done ?? schedule.answers;
  const cardCount = asked?.cards_done ?? schedule.cards;
  const answers = t`${plural(answerCount, { one: '# answer', other: '# answers' })}`;
  const cards = t`${plural(cardCount, { one: '# card', other: '# cards' })}`;
  const day = since && dateOnly(i18n.locale, new Date(since));
  const text = (): string => {
    if (!day) return t`Nothing of a schedule comes along.`;
    if (status === 'checked') return t`${answers} of ${cards} since ${day} would be brought along.`;
    switch (run?.status) {
      case 'queued':
      case 'running':
        return t`${answers} of ${cards} since ${day} are being brought along.`;
      case 'failed':
        return t`The schedule could not be brought along as a whole; import the file again.`;
      case 'cancelled':
        return t`Bringing the schedule along was stopped after ${answers} of ${cards}.`;
      default:
        return t`${answers} of ${cards} since ${day} were brought along.`;
    }
  };
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {text()}
        {studied > 0 &&
          ` ${t`${plural(studied, { one: '# card is left out, since you have answered it here already.', other: '# cards are left out, since you have answered them here already.' })}`}`}
      </Text>
      {bringsSchedule(current) && run && <PercentBar value={run.percent} label={t`Schedule brought along`} />}
    </Stack>
  );
}
