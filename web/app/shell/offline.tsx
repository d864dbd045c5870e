import { useLingui } from '@lingui/react/macro';
import { Button, CloseButton, Group, Paper, Text, VisuallyHidden } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { learns } from '../../../core/contract/roles.ts';
import { useShownOf } from '../../lib/call/kept-reads.ts';
import { useOffline } from '../../lib/call/network.ts';
import { useIsAtWorkHere } from '../../lib/kept/at-work.ts';
import { dropFilesOfOthers } from '../../lib/kept/kept-files.ts';
import { forgetSealKey, usersToSeal, whileSealing } from '../../lib/kept/seal-key.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { followVersions, takeNewVersion, useNewVersion } from '../../lib/live/new-version.ts';
import { useAwake } from '../../lib/live/use-awake.ts';
import { lazyFor } from '../lazy-for.ts';
import classes from './offline.module.css';

/** Makes what users that are gone have left in this browser unreadable: their work is sealed, the rest is removed. */
export function leaveNothing(): Promise<void> {
  return whileSealing(async () => {
    try {
      for (const { userId, sealKey } of usersToSeal()) {
        const { sealWorkOf } = await import('../../lib/kept/sealed-work.ts');
        const { answersElsewhere } = await import('../../learning/queue/answers-elsewhere.ts');
        await sealWorkOf(userId, sealKey, await answersElsewhere());
        // Not before: a page that closes in between leaves it to the next one, which does all again.
        forgetSealKey(userId);
      }
    } catch (error) {
      // The next page does it.
      console.warn(error);
    }
    await dropFilesOfOthers();
  });
}

// Without the network this part cannot load the first time, and there is nothing to keep then.
const StudentKeeping = lazyFor('student', () =>
  import('../student-keeping.tsx').catch(() => ({ default: () => null })),
);

/** Without the network: that it is so, and of when the numbers are. No failure, since nothing is lost. */
function OfflineMark() {
  const { t, i18n } = useLingui();
  const offline = useOffline();
  const shownOf = useShownOf();
  const isToday = shownOf !== null && new Date(shownOf).toDateString() === new Date().toDateString();
  const of =
    shownOf !== null &&
    i18n.date(
      new Date(shownOf),
      isToday ? { timeStyle: 'short' } : { dateStyle: 'short', timeStyle: 'short' },
    );
  return (
    <div role="status" className={classes.mark}>
      {(offline || of) && (
        <Group gap={6} wrap="nowrap" className={classes.pill}>
          <IconCloudOff size={14} aria-hidden />
          <Text size="xs" fw={600} component="span" truncate>
            {of ? t`Offline · figures of ${of}` : t`Offline`}
          </Text>
          <VisuallyHidden>
            {t`What you learn is kept on this device and sent when the network is back.`}
          </VisuallyHidden>
        </Group>
      )}
    </div>
  );
}

/** Offers a new version, never while a session or an exam is open. */
function NewVersion() {
  const { t } = useLingui();
  const isReady = useNewVersion();
  const isAtWork = useIsAtWorkHere();
  const [isPutOff, setPutOff] = useState(false);
  return (
    <div role="status" className={classes.version}>
      {isReady && !isAtWork && !isPutOff && (
        <Paper withBorder shadow="md" radius="md" p="xs" pl="md">
          <Group gap="sm" wrap="nowrap">
            <Text size="sm">{t`A new version is ready`}</Text>
            <Button size="sm" mih={44} variant="light" onClick={() => void takeNewVersion()}>
              {t`Reload`}
            </Button>
            <CloseButton size={44} iconSize={18} aria-label={t`Later`} onClick={() => setPutOff(true)} />
          </Group>
        </Paper>
      )}
    </div>
  );
}

/** The client without a network and between two versions. What is kept for a user goes with the user. */
export function Offline() {
  const { userId, role } = useSession();
  const isAwake = useAwake();

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each login and logout, here or in another tab
  useEffect(() => void leaveNothing(), [userId]);

  // A visitor who only looks around need not load what is for learning.
  const isUser = userId !== null;
  useEffect(() => (isUser ? followVersions() : undefined), [isUser]);

  return (
    <>
      <OfflineMark />
      <NewVersion />
      {isAwake && learns(role) && (
        <Suspense>
          <StudentKeeping />
        </Suspense>
      )}
    </>
  );
}
