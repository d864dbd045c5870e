import { useLingui } from '@lingui/react/macro';
import { Anchor, Burger, Button, Container, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { administers, type Role } from '../../../core/contract/roles.ts';
import { LOCALES } from '../../../core/text/locale.ts';
import { LANGUAGE_NAME, useChooseLanguage } from '../../account/own/use-choose-language.ts';
import { useAccountEnd } from '../../lib/kept/account-end.ts';
import { isLoggedIn, useSession } from '../../lib/kept/stored-session.ts';
import { openRole } from '../../lib/pages/access.ts';
import { isFocusPath } from '../../lib/pages/focus-paths.ts';
import { paths } from '../../lib/pages/paths.ts';
import { isPublicPath } from '../../lib/pages/section-paths.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { actionOf, KEYS, type Pressed, useKeyDown } from '../../ui/control/keys.ts';
import { lazyNamed } from '../../ui/control/lazy-named.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Logo } from '../../ui/figure/logo.tsx';
import { lazyPart } from '../lazy-for.ts';
import { UserCache } from '../user-cache.tsx';
import { WakeUp } from '../wake-up.tsx';
import footerStyles from './footer.module.css';
import headerStyles from './header.module.css';
import classes from './layout.module.css';

/** The one in use is the stronger one in the light and in the dark: filled, but where a page has a button for that. */
function LanguageSwitch({ ofUser = false }: { ofUser?: boolean }) {
  const { i18n, t } = useLingui();
  const choose = useChooseLanguage();
  return (
    <Button.Group aria-label={t`Language`} className={ofUser ? headerStyles.language : undefined}>
      {LOCALES.map((locale) => (
        <Button
          key={locale}
          size="xs"
          px="xs"
          miw={44}
          mih={44}
          variant={locale !== i18n.locale ? 'default' : ofUser ? 'light' : 'filled'}
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

const UserActions = lazyPart(async () => {
  const { UserActions } = await import('./user-actions.tsx');
  return { default: UserActions };
});

function LogoLink() {
  const { t } = useLingui();
  const { title, logo_url: logo } = useSiteSettings();
  return (
    <Link to={paths.home()} className={headerStyles.logo} aria-label={t`${title}: home page`}>
      {logo === null ? <Logo size={34} /> : <img src={logo} alt="" className={headerStyles.image} />}
      <Text component="span" fw={700} size="lg" truncate>
        {title}
      </Text>
    </Link>
  );
}

function VisitorLinks({ onFollow }: { onFollow?: () => void }) {
  const { t } = useLingui();
  const { entry } = useSiteSettings();
  return (
    <>
      <ButtonLink to={paths.login()} variant="subtle" mih={44} onClick={onFollow}>
        {t`Log In`}
      </ButtonLink>
      {entry !== 'closed' && (
        <ButtonLink to={paths.register()} variant="light" mih={44} onClick={onFollow}>
          {t`Sign up`}
        </ButtonLink>
      )}
    </>
  );
}

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
          className={headerStyles.menu}
        >
          <VisitorLinks onFollow={() => setMenuOpen(false)} />
        </Stack>
      )}
    </>
  );
}

function Header(props: { onSearch: () => void; onKeys: () => void }) {
  const session = useSession();
  return (
    <header className={headerStyles.header}>
      <LogoLink />
      <div className={headerStyles.actions}>
        {isLoggedIn(session) ? (
          <Suspense>
            <UserActions role={openRole(session)} languages={<LanguageSwitch ofUser />} {...props} />
          </Suspense>
        ) : (
          <VisitorActions />
        )}
      </div>
    </header>
  );
}

/** Returns what a key does on every screen; null leaves it to the screen and to the browser. */
export function shellAction(pressed: Pressed) {
  const action = actionOf(KEYS.shell, pressed);
  const { focus } = pressed;
  return focus === 'dialog' || (action === 'keys' && focus === 'field') ? null : action;
}

function Footer() {
  const { t } = useLingui();
  const { title, contact_email: email } = useSiteSettings();
  return (
    <footer className={footerStyles.footer}>
      <Container size="lg" py="xl">
        <Group justify="space-between" gap="md">
          <Text size="sm" c="dimmed">
            {t`${title}: a little every day, remembered for long.`}
          </Text>
          <Group gap="lg">
            <Anchor component={Link} to={paths.about()} size="sm" className="lone-link">
              {t`About`}
            </Anchor>
            <Anchor component={Link} to={paths.privacy()} size="sm" className="lone-link">
              {t`Privacy`}
            </Anchor>
            {email !== null && (
              <Anchor href={`mailto:${email}`} size="sm" className="lone-link">
                {email}
              </Anchor>
            )}
          </Group>
        </Group>
      </Container>
    </footer>
  );
}

const Sections = lazyPart(async () => {
  const { Sections } = await import('./sections.tsx');
  return { default: Sections };
});

const LeavingBanner = lazyNamed('LeavingBanner', () => import('./leaving-banner.tsx'));

/** Loads what stands around the pages of users. */
export async function loadFrame(): Promise<void> {
  await Promise.all([UserActions.load(), Sections.load()]);
}

const SearchModal = lazyNamed('SearchModal', () => import('../search/search.modal.tsx'));

const KeysModal = lazyNamed('KeysModal', () => import('./keys.modal.tsx'));

interface ShellDialogProps {
  opened: keyof typeof KEYS.shell | null;
  role: Role | null;
  onClose: () => void;
}

/** What header and keys open on every page. Each time it is tried afresh, since it may not have arrived before. */
function ShellDialog({ opened, role, onClose }: ShellDialogProps) {
  return (
    <ErrorBoundary resetKey={opened}>
      <Suspense>
        {opened === 'search' && role && (
          <UserCache>
            <SearchModal role={role} onClose={onClose} />
          </UserCache>
        )}
        {opened === 'keys' && <KeysModal onClose={onClose} />}
      </Suspense>
    </ErrorBoundary>
  );
}

/** Header, sections, page and footer; each fails by itself. What wants the whole attention has the page alone. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const session = useSession();
  const main = useRef<HTMLElement>(null);
  const isAlone = isFocusPath(pathname);
  const end = useAccountEnd();
  const role = openRole(session);
  const [opened, setOpened] = useState<keyof typeof KEYS.shell | null>(null);
  useKeyDown((event, pressed) => {
    const action = shellAction(pressed);
    // What has the whole attention is not left by a search.
    if (action === null || (action === 'search' && (isAlone || !role))) return;
    event.preventDefault();
    setOpened(action);
  });
  const hasSections = role !== null && !isAlone && !isPublicPath(pathname);
  // An administrator's sections are too many for a bar.
  useRoomForBar(hasSections && !administers(role));
  const dialog = <ShellDialog opened={opened} role={role} onClose={() => setOpened(null)} />;
  useScrollToTop(main);
  const content = (
    <main
      id="content"
      ref={main}
      tabIndex={-1}
      className={isAlone ? `${classes.content} ${classes.alone}` : classes.content}
    >
      <Suspense fallback={<Loading minHeight={480} />}>
        {/* First: nothing of a page that sleeps takes the focus. */}
        <WakeUp />
        <ErrorBoundary resetKey={pathname} isPage>
          {children}
        </ErrorBoundary>
      </Suspense>
    </main>
  );
  if (isAlone)
    return (
      <div className={classes.page}>
        {content}
        {dialog}
      </div>
    );
  return (
    <div className={classes.page}>
      <a href="#content" className={classes.skip}>
        {t`Skip to the content`}
      </a>
      <ErrorBoundary>
        <Header onSearch={() => setOpened('search')} onKeys={() => setOpened('keys')} />
      </ErrorBoundary>
      <div className={classes.body}>
        {hasSections && (
          <ErrorBoundary>
            <Suspense fallback={<div className={classes.rail} data-bar={!administers(role) || undefined} />}>
              <Sections role={role} />
            </Suspense>
          </ErrorBoundary>
        )}
        <div className={classes.column}>
          {role && end !== null && (
            <ErrorBoundary>
              <Suspense>
                <LeavingBanner end={end} />
              </Suspense>
            </ErrorBoundary>
          )}
          {content}
          <ErrorBoundary>
            <Footer />
          </ErrorBoundary>
        </div>
      </div>
      {dialog}
    </div>
  );
}

/**
 * Says to the styles that there is a bar below the page. A selector that looks for the bar would be tried at whatever changes
 * on any page.
 */
function useRoomForBar(hasBar: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-with-bar', hasBar);
  }, [hasBar]);
}

function useScrollToTop(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  // Before the effects of the pages: one of them may put the focus elsewhere.
  useLayoutEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    window.scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [pathname, content]);
}
