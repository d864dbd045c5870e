import { useLingui } from '@lingui/react/macro';
import { Avatar, Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { Role } from '../../../core/contract/roles.ts';
import { checkLogin, isLoginHeard } from '../../lib/call/api-client.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { followPage } from '../../lib/live/page-life.ts';
import { browserClock } from '../../lib/live/timing.ts';
import { homeOf, homeText } from '../../lib/pages/role-pages.ts';
import { isPublicPath } from '../../lib/pages/section-paths.ts';
import { initialOf } from '../../lib/text/given-name.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { KEYS } from '../../ui/control/keys.ts';
import { LazyMenu } from '../../ui/control/lazy-menu.tsx';
import menu from './account-menu.module.css';
import classes from './header.module.css';

const loadMenu = () => import('./account-menu.tsx');
/** Milliseconds after which a page has what it needs to be drawn. */
const QUIET_MS = 2_000;

function AccountMenuPlace({ onKeys }: { onKeys: () => void }) {
  const { t } = useLingui();
  const { name } = useSession();
  // It is needed without a network as well, to log out. If it does not come, the click says so.
  useEffect(() => browserClock.after(QUIET_MS, () => void loadMenu().catch(() => {})), []);
  const button = (
    <UnstyledButton className={menu.target} aria-label={name === null ? t`Your menu` : t`Your menu, ${name}`}>
      <Avatar size={36} radius="xl" color="grape" aria-hidden>
        {initialOf(name ?? '')}
      </Avatar>
    </UnstyledButton>
  );
  return <LazyMenu button={button} load={loadMenu} given={{ onKeys }} />;
}

/** In which a page makes the calls that it begins with. */
const FIRST_CALLS_MS = 1_000;

interface UserActionsProps {
  role: Role | null;
  /** The switch, where there is room for it. */
  languages: ReactNode;
  onSearch: () => void;
  onKeys: () => void;
}

export function UserActions({ role, languages, onSearch, onKeys }: UserActionsProps) {
  const { i18n, t } = useLingui();
  const { pathname } = useLocation();
  const isPublic = isPublicPath(pathname);
  // A page that asks for nothing does not learn that the session has ended: half an exam would stay in anybody's sight.
  useEffect(() => {
    const check = () => (!isPublic && isLoginHeard()) || checkLogin();
    return browserClock.after(isPublic ? 0 : FIRST_CALLS_MS, check);
  }, [isPublic]);
  useEffect(() => followPage({ onVisible: checkLogin }), []);
  return (
    <>
      {role && isPublic && (
        <nav aria-label={t`Main menu`}>
          <ButtonLink to={homeOf(role)} variant="subtle" mih={44} px="xs">
            {i18n._(homeText[role])}
          </ButtonLink>
        </nav>
      )}
      {role && (
        <UnstyledButton
          className={classes.search}
          onClick={onSearch}
          aria-keyshortcuts={KEYS.shell.search.join(' ')}
        >
          <IconSearch size={20} aria-hidden />
          <span className={`heard-on-phones ${classes.searchText}`}>{t`Find anything`}</span>
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            Ctrl K
          </Kbd>
        </UnstyledButton>
      )}
      {languages}
      <AccountMenuPlace onKeys={onKeys} />
    </>
  );
}
