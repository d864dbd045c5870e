import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Role } from '../../core/account/account.schema.ts';
import { useLogOut } from '../account/use-log-out.ts';
import { isLoggedIn, useSession } from '../lib/stored-session.ts';
import { paths } from './paths.ts';

function DashboardLink({ role, onFollow }: { role: Role; onFollow: () => void }) {
  if (role === 'admin')
    return (
      <Button component={Link} to={paths.admin()} variant="subtle" onClick={onFollow}>
        <Trans>Administration</Trans>
      </Button>
    );
  return (
    <Button
      component={Link}
      to={role === 'teacher' ? paths.teacher() : paths.student()}
      variant="subtle"
      onClick={onFollow}
    >
      {role === 'teacher' ? <Trans>Teacher's desk</Trans> : <Trans>My learning</Trans>}
    </Button>
  );
}

/** What the header offers to this visitor; `onFollow` closes the menu that they may stand in. */
export function HeaderLinks({ onFollow }: { onFollow: () => void }) {
  const session = useSession();
  const logOut = useLogOut();
  if (!isLoggedIn(session))
    return (
      <>
        <Button component={Link} to={paths.login()} variant="subtle" onClick={onFollow}>
          <Trans>Log in</Trans>
        </Button>
        <Button component={Link} to={paths.register()} variant="light" onClick={onFollow}>
          <Trans>Sign up</Trans>
        </Button>
      </>
    );
  return (
    <>
      {session.role && <DashboardLink role={session.role} onFollow={onFollow} />}
      <Button component={Link} to={paths.account()} variant="subtle" onClick={onFollow}>
        <Trans>Account</Trans>
      </Button>
      <Button
        variant="default"
        onClick={() => {
          onFollow();
          void logOut();
        }}
      >
        <Trans>Log out</Trans>
      </Button>
    </>
  );
}
