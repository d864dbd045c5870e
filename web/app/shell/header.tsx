import { Trans, useLingui } from '@lingui/react/macro';
import { Burger, Button, Group, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { LOCALES } from '../../../core/text/locale.ts';
import { LANGUAGE_NAME, useChooseLanguage } from '../../account/own/use-choose-language.ts';
import { isLoggedIn, useSession } from '../../lib/kept/stored-session.ts';
import { openRole } from '../../lib/pages/access.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Logo } from '../../ui/figure/logo.tsx';
import { lazyPart } from '../lazy-for.ts';
import classes from './header.module.css';

/** The one in use is filled, so that it is the stronger one in the light and in the dark. */
function LanguageSwitch() {
  const { i18n, t } = useLingui();
  const choose = useChooseLanguage();
  return (
    <Button.Group aria-label={t`Language`}>
      {LOCALES.map((locale) => (
        <Button
          key={locale}
          size="xs"
          px="xs"
          miw={44}
          mih={44}
          variant={locale === i18n.locale ? 'filled' : 'default'}
          aria-pressed={locale === i18n.locale}
          aria-label={LANGUAGE_NAME[locale]}
          lang={locale}
          onClick={() => void choose(locale)}
        >
          {locale.toUpperCase()}
        </Button>
      ))}
    </Button.Group>
  );
}

export const UserActions = lazyPart(async () => {
  const { UserActions } = await import('./user-actions.tsx');
  return { default: UserActions };
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
  const { entry } = useSiteSettings();
  return (
    <>
      <ButtonLink to={paths.login()} variant="subtle" mih={44} onClick={onFollow}>
        <Trans>Log in</Trans>
      </ButtonLink>
      {entry !== 'closed' && (
        <ButtonLink to={paths.register()} variant="light" mih={44} onClick={onFollow}>
          <Trans>Sign up</Trans>
        </ButtonLink>
      )}
    </>
  );
}

/** What the header offers to somebody who is not logged in. */
function VisitorActions() {
  const { t } = useLingui();
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <>
      <Group component="nav" aria-label={t`Main menu`} gap="xs" visibleFrom="sm">
        <VisitorLinks />
      </Group>
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
        {isLoggedIn(session) ? (
          <Suspense>
            <UserActions role={openRole(session)} {...props} />
          </Suspense>
        ) : (
          <VisitorActions />
        )}
      </div>
    </header>
  );
}
