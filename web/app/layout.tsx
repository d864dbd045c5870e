import { Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { isFocusPath } from '../lib/pages/focus-paths.ts';
import { isPublicPath } from '../lib/pages/section-paths.ts';
import { isLoggedIn, useSession } from '../lib/stored-session.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/loading.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './layout.module.css';

const Sections = lazy(async () => {
  const { Sections } = await import('./sections.tsx');
  return { default: Sections };
});

/** Header, sections, page and footer; each fails by itself. What wants the whole attention has the page alone. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const session = useSession();
  const main = useRef<HTMLElement>(null);
  const isAlone = isFocusPath(pathname);
  useScrollToTop(main);
  const content = (
    <main
      id="content"
      ref={main}
      tabIndex={-1}
      className={isAlone ? `${classes.content} ${classes.alone}` : classes.content}
    >
      <ErrorBoundary resetKey={pathname} isPage>
        <Suspense fallback={<Loading minHeight={480} />}>{children}</Suspense>
      </ErrorBoundary>
    </main>
  );
  if (isAlone) return <div className={classes.page}>{content}</div>;
  return (
    <div className={classes.page}>
      <a href="#content" className={classes.skip}>
        <Trans>Skip to the content</Trans>
      </a>
      <ErrorBoundary>
        <Header onSearch={() => {}} onKeys={() => {}} />
      </ErrorBoundary>
      <div className={classes.body}>
        {session.role && isLoggedIn(session) && !isPublicPath(pathname) && (
          <ErrorBoundary>
            <Suspense
              fallback={<div className={classes.rail} data-bar={session.role !== 'admin' || undefined} />}
            >
              <Sections role={session.role} />
            </Suspense>
          </ErrorBoundary>
        )}
        <div className={classes.column}>
          {content}
          <ErrorBoundary>
            <Footer />
          </ErrorBoundary>
        </div>
      </div>
    </div>
  );
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
