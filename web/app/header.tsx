import { Trans, useLingui } from '@lingui/react/macro';
import { Burger, Button, Kbd, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Role } from '../../core/account/roles.ts';
import { paths } from '../lib/pages/paths.ts';
import { homeOf } from '../lib/pages/role-pages.ts';
import { homeText } from '../lib/pages/role-text.ts';
import { isPublicPath } from '../lib/pages/section-paths.ts';
import { isLoggedIn, useSession } from '../lib/stored-session.ts';
import { useSiteSettings } from '../site/site-settings.tsx';
import { Logo } from '../ui/logo.tsx';
import classes from './header.module.css';
import { LanguageSwitch } from './language-switch.tsx';

const AccountMenu = lazy(async () => {
  const { AccountMenu } = await import('./account-menu.tsx');
  return { default: AccountMenu };
});

function LogoLink() {
  const { t } = useLingui();
  const { title, logo_url: logo } = useSiteSettings();
  return (
    <Link to={paths.home()} className={classes.logo} aria-label={t`${title}: home page`}>
      {logo === null ? <Logo size={34} /> : <img src={logo} alt="" className={classes.image} />}
      <Text component="span" fw={700} size="lg" truncate>
        {title}
      </Text>
    </Link>
  );
}

function VisitorLinks({ onFollow }: { onFollow?: () => void }) {
  return (
    <>
      <Button component={Link} to={paths.login()} variant="subtle" mih={44} onClick={onFollow}>
        <Trans>Log in</Trans>
      </Button>
      <Button component={Link} to={paths.register()} variant="light" mih={44} onClick={onFollow}>
        <Trans>Sign up</Trans>
      </Button>
    </>
  );
}

/** What the header offers to somebody who is not logged in. */
function VisitorActions() {
  const { t } = useLingui();
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <>
      <nav aria-label={t`Main menu`}>
        <Button.Group visibleFrom="sm">
          <VisitorLinks />
        </Button.Group>
      </nav>
      <LanguageSwitch />
      <Burger
        opened={menuOpen}
        onClick={() => setMenuOpen(!menuOpen)}
        hiddenFrom="sm"
        size="sm"
        w={44}
        h={44}
        aria-label={menuOpen ? t`Close the menu` : t`Open the menu`}
        aria-expanded={menuOpen}
        aria-controls={menuOpen ? 'menu' : undefined}
      />
      {menuOpen && (
        <Stack
          id="menu"
          component="nav"
          aria-label={t`Main menu`}
          gap="xs"
          hiddenFrom="sm"
          className={classes.menu}
        >
          <VisitorLinks onFollow={() => setMenuOpen(false)} />
        </Stack>
      )}
    </>
  );
}

interface UserActionsProps {
  role: Role | null;
  onSearch: () => void;
  onKeys: () => void;
}

/** What the header offers to a user. Pages without sections have the way back to them here. */
function UserActions({ role, onSearch, onKeys }: UserActionsProps) {
  const { i18n, t } = useLingui();
  const { pathname } = useLocation();
  return (
    <>
      {role && isPublicPath(pathname) && (
        <nav aria-label={t`Main menu`}>
          <Button component={Link} to={homeOf(role)} variant="subtle" mih={44} px="xs">
            {i18n._(homeText[role])}
          </Button>
        </nav>
      )}
      {role && (
        <UnstyledButton
          className={classes.search}
          onClick={onSearch}
          aria-label={t`Search`}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <IconSearch size={20} aria-hidden />
          <Text component="span" size="sm" visibleFrom="sm" aria-hidden>
            <Trans>Search</Trans>
          </Text>
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            Ctrl K
          </Kbd>
        </UnstyledButton>
      )}
      <Suspense fallback={<Skeleton circle height={44} />}>
        <AccountMenu onKeys={onKeys} />
      </Suspense>
    </>
  );
}

interface HeaderProps {
  onSearch: () => void;
  onKeys: () => void;
}

export function Header(props: HeaderProps) {
  const session = useSession();
  return (
    <header className={classes.header}>
      <LogoLink />
      <div className={classes.actions}>
        {isLoggedIn(session) ? <UserActions role={session.role} {...props} /> : <VisitorActions />}
      </div>
    </header>
  );
}
