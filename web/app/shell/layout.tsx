import { Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { administers, type Role } from '../../../core/contract/roles.ts';
import { useAccountEnd } from '../../lib/kept/account-end.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { openRole } from '../../lib/pages/access.ts';
import { isFocusPath } from '../../lib/pages/focus-paths.ts';
import { isPublicPath } from '../../lib/pages/section-paths.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { lazyPart } from '../lazy-for.ts';
import { UserCache } from '../user-cache.tsx';
import { WakeUp } from '../wake-up.tsx';
import { Footer } from './footer.tsx';
import { Header, UserActions } from './header.tsx';
import classes from './layout.module.css';
import { type ShellAction, useShellKeys } from './shell-keys.ts';

const Sections = lazyPart(async () => {
  const { Sections } = await import('./sections.tsx');
  return { default: Sections };
});

const LeavingBanner = lazy(async () => {
  const { LeavingBanner } = await import('./leaving-banner.tsx');
  return { default: LeavingBanner };
});

/** Loads what stands around the pages of users. */
export async function loadFrame(): Promise<void> {
  await Promise.all([UserActions.load(), Sections.load()]);
}

const SearchModal = lazy(async () => {
  const { SearchModal } = await import('../search/search.modal.tsx');
  return { default: SearchModal };
});

const KeysModal = lazy(async () => {
  const { KeysModal } = await import('./keys.modal.tsx');
  return { default: KeysModal };
});

interface ShellDialogProps {
  opened: ShellAction | null;
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
  const { pathname } = useLocation();
  const session = useSession();
  const main = useRef<HTMLElement>(null);
  const isAlone = isFocusPath(pathname);
  const end = useAccountEnd();
  const role = openRole(session);
  const [opened, setOpened] = useState<ShellAction | null>(null);
  useShellKeys((action) => {
    // What has the whole attention is not left by a search.
    if (action === 'search' && (isAlone || !role)) return false;
    setOpened(action);
    return true;
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
        <Trans>Skip to the content</Trans>
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

/** A new page starts at its top, and the keyboard starts at its content. */
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
