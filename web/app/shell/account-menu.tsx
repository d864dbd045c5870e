import { useLingui } from '@lingui/react/macro';
import { Menu, Text, useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconHome, IconKey, IconKeyboard, IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LOCALES } from '../../../core/text/locale.ts';
import { useLogOut } from '../../account/entry/use-log-out.ts';
import { LANGUAGE_NAME, useChooseLanguage } from '../../account/own/use-choose-language.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { paths } from '../../lib/pages/paths.ts';
import { homeOf, homeText } from '../../lib/pages/role-pages.ts';
import classes from './account-menu.module.css';

/** As header.module.css has it. */
const HEADER_HAS_LANGUAGES = '(min-width: 40em)';

type Scheme = 'light' | 'dark' | 'auto';

export default function AccountMenu({ button, onKeys }: { button: ReactNode; onKeys: () => void }) {
  const { i18n, t } = useLingui();
  const { name, email, role } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chooseLanguage = useChooseLanguage();
  // A part that is only unseen would stop the arrow keys.
  const hasSwitch = useMediaQuery(HEADER_HAS_LANGUAGES, undefined, { getInitialValueInEffect: false });
  const logOut = useLogOut();
  const schemes: [Scheme, string][] = [
    ['light', t`Light`],
    ['dark', t`Dark`],
    ['auto', t`Like the device`],
  ];
  return (
    <Menu
      defaultOpened
      position="bottom-end"
      width={264}
      shadow="md"
      withinPortal={false}
      classNames={{ item: classes.item }}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <div className={classes.person}>
          <Text component="span" display="block" fw={600} className="breakable">
            {name}
          </Text>
          <Text component="span" display="block" size="sm" c="dimmed" className="breakable">
            {email}
          </Text>
        </div>
        {role && (
          <Menu.Item component={Link} to={homeOf(role)} leftSection={<IconHome size={18} aria-hidden />}>
            {i18n._(homeText[role])}
          </Menu.Item>
        )}
        <Menu.Item component={Link} to={paths.account()} leftSection={<IconKey size={18} aria-hidden />}>
          {t`Account and password`}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={18} aria-hidden />} onClick={onKeys} visibleFrom="sm">
          {t`Keyboard shortcuts`}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t`Appearance`}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(chosen) => setColorScheme(chosen as Scheme)}>
          {schemes.map(([scheme, label]) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {!hasSwitch && (
          <>
            <Menu.Divider />
            <Menu.Label>{t`Language`}</Menu.Label>
            <Menu.RadioGroup
              value={i18n.locale}
              onChange={(chosen) => void chooseLanguage(chosen === 'vi' ? 'vi' : 'en')}
            >
              {LOCALES.map((locale) => (
                <Menu.RadioItem key={locale} value={locale} lang={locale}>
                  {LANGUAGE_NAME[locale]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void logOut()}>
          {t`Log out`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
