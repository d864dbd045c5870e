import { Plural, useLingui } from '@lingui/react/macro';
import { Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconFlame } from '@tabler/icons-react';
import type { Activity } from '../../../core/learning/progress/activity.schema.ts';

interface StreakFigureProps {
  activity: Pick<Activity, 'streak' | 'studied_today'>;
  /** Keeps room for what most students read, so that nothing below moves when it is known. */
  isRoomy?: boolean;
}

/** How long the student has kept at it, what was forgiven, and what today is still to do for it. */
export function StreakFigure({ activity, isRoomy = false }: StreakFigureProps) {
  const { t } = useLingui();
  const { days, forgiven, forgivable, longest } = activity.streak;
  const goesOn = days > 0;
  return (
    <Group wrap="nowrap" gap="sm" align="flex-start">
      <ThemeIcon size={44} radius="xl" variant="light" color={goesOn ? 'honey' : 'gray'}>
        <IconFlame size={26} aria-hidden />
      </ThemeIcon>
      <Stack gap={2}>
        <Text fz="h3" fw={700} lh={1.3} className="tabular">
          {goesOn ? <Plural value={days} one="#-day streak" other="#-day streak" /> : t`No streak yet`}
        </Text>
        <Text size="sm" c="dimmed" {...(isRoomy && { mih: { base: '3lh', sm: '2lh' } })}>
          {!goesOn && t`Study one card and it begins.`}
          {goesOn && activity.studied_today.cards === 0 && t`Study one card today and it goes on.`}
          {goesOn && activity.studied_today.cards > 0 && t`Today counts.`}{' '}
          {forgiven > 0 && (
            <Plural
              value={forgiven}
              one="# missed day in between is forgiven."
              other="# missed days in between are forgiven."
            />
          )}{' '}
          {goesOn && (
            <Plural
              value={forgivable}
              _0="No more days off this month."
              one="You can skip # more day this month."
              other="You can skip # more days this month."
            />
          )}{' '}
          {longest > days && (
            <Plural value={longest} one="Your longest so far: # day." other="Your longest so far: # days." />
          )}
        </Text>
      </Stack>
    </Group>
  );
}
