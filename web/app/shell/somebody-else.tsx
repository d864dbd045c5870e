import { useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { AuthCard } from '../../account/entry/auth-card.tsx';
import { useLogOut } from '../../account/use-log-out.ts';
import { forgetPositions } from '../../lib/call/read-position.ts';
import { ownPage, storedUserId } from '../../lib/kept/storage-key.ts';
import { onSessionChange, readSession } from '../../lib/kept/stored-session.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { homeOf } from '../../lib/pages/role-pages.ts';

/** The home of whoever is logged in, as a document of its own: nothing of the page before is left. */
function goHome(): void {
  forgetPositions();
  window.location.assign(homeOf(readSession().role));
}

/**
 * Stands in the place of a page when somebody else has logged in, in another tab, than the user whose page it was. Whose
 * that was it does not say: their session has ended here.
 */
export default function SomebodyElse() {
  const { t } = useLingui();
  const logOut = useLogOut();
  const name = useSyncExternalStore(onSessionChange, () => readSession().name ?? '');
  const goOn = useRef<HTMLButtonElement>(null);
  const title = t`${name} is logged in now in this browser`;
  usePageTitle(title);
  useEffect(() => goOn.current?.focus(), []);
  return (
    <main>
      <AuthCard
        title={<span role="alert">{title}</span>}
        text={t`This page was open for somebody else. Nothing of it counts for you. Answers that were not sent yet are kept for them alone, and are sent when they log in here again.`}
      >
        <Stack gap="sm">
          <Button ref={goOn} size="md" fullWidth className="breakable" onClick={goHome}>
            {t`Go on as ${name}`}
          </Button>
          <Button
            variant="subtle"
            size="md"
            fullWidth
            onClick={() => {
              // They are asked what they would lose, as on a page of theirs.
              ownPage(storedUserId());
              void logOut();
            }}
          >
            {t`Not you? Log out`}
          </Button>
        </Stack>
      </AuthCard>
    </main>
  );
}
