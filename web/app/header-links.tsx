import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Role } from '../../core/account/roles.ts';
import { useLogOut } from '../account/use-log-out.ts';
import { paths } from '../lib/pages/paths.ts';
import { homeOf } from '../lib/pages/role-pages.ts';
import { homeText } from '../lib/pages/role-text.ts';
import { isLoggedIn, useSession } from '../lib/stored-session.ts';

function HomeLink({ role, onFollow }: { role: Role; onFollow: () => void }) {
  const { i18n } = useLingui();
  return (
    <Button component={Link} to={homeOf(role)} variant="subtle" onClick={onFollow}>
      {i18n._(homeText[role])}
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
      {session.role && <HomeLink role={session.role} onFollow={onFollow} />}
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
