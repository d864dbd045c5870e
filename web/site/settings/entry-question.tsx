import { useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { Entry } from '../../../core/site/entry-limits.ts';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { EntryChoice } from './entry-choice.tsx';
import { useEntry, useEntryForm } from './use-entry-form.ts';

function Question({ saved }: { saved: Entry | null }) {
  const { t } = useLingui();
  const { chosen, choose, problem, isSaving, save } = useEntryForm(saved);
  return (
    <Stack>
      <EntryChoice value={chosen} onChange={choose} error={problem} />
      <Group>
        <Button loading={isSaving} onClick={() => void save()}>
          {t`Go on with this`}
        </Button>
      </Group>
    </Stack>
  );
}

/** What each school is asked once, before everything else: a new one with nothing chosen, else with what holds now. */
export function EntryQuestion() {
  const { t } = useLingui();
  const { data, error, mutate } = useEntry();
  return (
    <TitledSection isCard order={2} maw={640} title={t`One question first`}>
      <Text c="dimmed">
        {t`You can change the answer at any time under “Site”. Until you answer, everybody may register.`}
      </Text>
      {!data && <Unread of={{ error, mutate }} height={320} radius="lg" />}
      {data && <Question saved={data.has_people ? data.entry : null} />}
    </TitledSection>
  );
}
