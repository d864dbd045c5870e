import { Trans } from '@lingui/react/macro';
import { type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { isFocusPath } from '../lib/pages/focus-paths.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/loading.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './layout.module.css';

/** Header, page and footer; each fails by itself. What wants the whole attention has the page alone. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const isAlone = isFocusPath(pathname);
  useScrollToTop(main);
  return (
    <div className={classes.page}>
      {!isAlone && (
        <>
          <a href="#content" className={classes.skip}>
            <Trans>Skip to the content</Trans>
          </a>
          <ErrorBoundary>
            <Header />
          </ErrorBoundary>
        </>
      )}
      <main id="content" ref={main} tabIndex={-1} className={classes.content}>
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<Loading minHeight={480} />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      {!isAlone && (
        <ErrorBoundary>
          <Footer />
        </ErrorBoundary>
      )}
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
