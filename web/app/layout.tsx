import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/loading.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './layout.module.css';
import { useScrollToTop } from './scroll-to-top.ts';

/** Header, page and footer; each fails by itself. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useScrollToTop(main);
  return (
    <div className={classes.page}>
      <a href="#content" className={classes.skip}>
        <Trans>Skip to the content</Trans>
      </a>
      <ErrorBoundary>
        <Header />
      </ErrorBoundary>
      <main id="content" ref={main} tabIndex={-1} className={classes.content}>
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<Loading minHeight={480} />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <ErrorBoundary>
        <Footer />
      </ErrorBoundary>
    </div>
  );
}
