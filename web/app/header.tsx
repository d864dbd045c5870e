import { useLingui } from '@lingui/react/macro';
import { Burger, Container, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../lib/pages/paths.ts';
import { useSiteSettings } from '../site/site-settings.tsx';
import { Logo } from '../ui/logo.tsx';
import classes from './header.module.css';
import { HeaderLinks } from './header-links.tsx';
import { LanguageSwitch } from './language-switch.tsx';

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

export function Header() {
  const { t } = useLingui();
  const [menuOpen, setMenuOpen] = useState(false);
  const close = () => setMenuOpen(false);
  return (
    <header className={classes.header}>
      <Container size="lg" py="sm">
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <LogoLink />
          <Group gap="xs" wrap="nowrap">
            <Group component="nav" aria-label={t`Main menu`} gap="xs" wrap="nowrap" visibleFrom="sm">
              <HeaderLinks onFollow={close} />
            </Group>
            <LanguageSwitch />
            <Burger
              opened={menuOpen}
              onClick={() => setMenuOpen(!menuOpen)}
              hiddenFrom="sm"
              size="sm"
              aria-label={menuOpen ? t`Close the menu` : t`Open the menu`}
              aria-expanded={menuOpen}
              aria-controls="menu"
            />
          </Group>
        </Group>
        <Stack
          id="menu"
          component="nav"
          aria-label={t`Main menu`}
          gap="xs"
          pt="sm"
          hiddenFrom="sm"
          hidden={!menuOpen}
        >
          {menuOpen && <HeaderLinks onFollow={close} />}
        </Stack>
      </Container>
    </header>
  );
}
