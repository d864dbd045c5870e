import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import type { Role } from '../../core/account/roles.ts';
import { homeOf } from '../lib/pages/role-pages.ts';
import { homeText } from '../lib/pages/role-text.ts';
import { isPublicPath } from '../lib/pages/section-paths.ts';
import { AccountMenu } from './account-menu.tsx';
import classes from './header.module.css';

interface UserActionsProps {
  role: Role | null;
  onSearch: () => void;
  onKeys: () => void;
}

/** What the header offers to a user. Pages without sections have the way back to them here. */
export function UserActions({ role, onSearch, onKeys }: UserActionsProps) {
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
        <UnstyledButton className={classes.search} onClick={onSearch} aria-keyshortcuts="Control+K Meta+K">
          <IconSearch size={20} aria-hidden />
          <span className={classes.searchText}>
            <Trans>Find anything</Trans>
          </span>
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            Ctrl K
          </Kbd>
        </UnstyledButton>
      )}
      <AccountMenu onKeys={onKeys} />
    </>
  );
}
