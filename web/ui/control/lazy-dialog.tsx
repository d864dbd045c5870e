import { type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from '../feedback/error-boundary.tsx';

/** The place of a dialog that is loaded when first asked for: no page needs it to be drawn. */
export function LazyDialog({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <ErrorBoundary resetKey={opened}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
