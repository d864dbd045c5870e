import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { useClassesChanged } from '../classroom/classroom.queries.ts';
import { errorText } from '../lib/call/error-text.ts';
import { StickyBar } from '../ui/control/sticky-bar.tsx';
import { MadeSlips } from './made-slips.tsx';
import { isGood } from './roster-list.ts';
import { RosterPaste } from './roster-paste.tsx';
import { RosterPreview } from './roster-preview.tsx';
import { useRoster } from './use-roster.ts';

/** From a pasted list to accounts and their slips. */
export function ClassRoster({ classroom }: { classroom: Pick<Classroom, 'id' | 'name'> }) {
  const { i18n, t } = useLingui();
  const changed = useClassesChanged();
  const roster = useRoster(classroom.id, () => void changed());
  const { rows, slips, work, aim, error } = roster;
  const good = rows.filter(isGood).length;
  const isMaking = work === 'making' || work === 'stopping';
  return (
    <Stack gap="xl">
      {error !== null && (
        <Alert role="alert" color="red" variant="light">
          {errorText(i18n, error)}
        </Alert>
      )}
      {rows.length === 0 && slips.length === 0 && (
        <RosterPaste isChecking={work === 'checking'} onRead={(read) => void roster.check(read)} />
      )}
      {rows.length > 0 && (
        <>
          <RosterPreview roster={roster} />
          {isMaking ? (
            <Stack gap="xs">
              <Progress value={(slips.length / Math.max(1, aim)) * 100} aria-label={t`Accounts made`} />
              <Group justify="space-between">
                <Text role="status" className="tabular">
                  {t`${slips.length} of ${plural(aim, { one: '# account', other: '# accounts' })} made`}
                </Text>
                <Button variant="default" disabled={work === 'stopping'} onClick={roster.stop}>
                  <Trans>Stop</Trans>
                </Button>
              </Group>
            </Stack>
          ) : (
            <StickyBar>
              {good > 0 && (
                <Button disabled={work !== 'none'} onClick={() => void roster.make()}>
                  {slips.length > 0 || roster.isOpen
                    ? t`Go on with ${plural(good, { one: '# student', other: '# students' })}`
                    : t`Add ${plural(good, { one: '# student', other: '# students' })}`}
                </Button>
              )}
              <Button
                variant="default"
                disabled={work !== 'none' || roster.isOpen}
                onClick={roster.startOver}
              >
                <Trans>Discard this list</Trans>
              </Button>
            </StickyBar>
          )}
        </>
      )}
      {slips.length > 0 && !isMaking && (
        <Stack component="section" aria-label={t`Login slips of the new students`}>
          <MadeSlips
            key={slips.length}
            slips={slips}
            className={classroom.name}
            title={t`${plural(slips.length, { one: '# student was added', other: '# students were added' })}`}
          />
        </Stack>
      )}
    </Stack>
  );
}
