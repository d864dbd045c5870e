import { useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { AuthCard } from '../../account/entry/auth-card.tsx';
import { useLogOut } from '../../account/entry/use-log-out.ts';
import { forgetPositions } from '../../lib/call/read-position.ts';
import { ownPage, storedUserId } from '../../lib/kept/storage-key.ts';
import { onSessionChange, readSession } from '../../lib/kept/stored-session.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { homeOf } from '../../lib/pages/role-pages.ts';
import { givenName } from '../../lib/text/given-name.ts';
import { ConfirmProvider } from '../../ui/feedback/confirm.tsx';

/** Opens the home of the user who is logged in as a document of its own: nothing of the page before is left. */
function goHome(): void {
  forgetPositions();
  window.location.assign(homeOf(readSession().role));
}

/** With questions of its own: those of the page before are over. */
export default function SomebodyElse() {
  return (
    <ConfirmProvider>
      <WhoIsHere />
    </ConfirmProvider>
  );
}

/**
 * Stands in the place of a page after somebody else has logged in, in another tab. Whose page it was it does not say: that
 * session has ended here.
 */
function WhoIsHere() {
  const { t } = useLingui();
  const logOut = useLogOut();
  const name = useSyncExternalStore(onSessionChange, () => readSession().name ?? '');
  const goOn = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const title = t`${name} is logged in now in this browser`;
  const given = givenName(name);
  usePageTitle(title);
  // What had the focus is gone, and by it the change is heard.
  useEffect(() => goOn.current?.focus(), []);
  return (
    <main>
      <AuthCard
        title={<span id={titleId}>{title}</span>}
        text={t`What somebody else began here does not count for you. Their answers, and exams that they were taking or writing, are kept for them alone until they log in here again. What else was not saved is lost.`}
      >
        <Stack gap="sm">
          <Button ref={goOn} aria-describedby={titleId} size="md" fullWidth onClick={goHome}>
            {t`Continue as ${given}`}
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
