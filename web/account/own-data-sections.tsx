import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

const OwnDataSection = lazy(async () => {
  const { OwnDataSection } = await import('./own-data-section.tsx');
  return { default: OwnDataSection };
});

const DeleteAccountSection = lazy(async () => {
  const { DeleteAccountSection } = await import('./delete-account-section.tsx');
  return { default: DeleteAccountSection };
});

/** What people have of their own data: seldom looked for, and loaded once it is. */
export function OwnDataSections() {
  return (
    <>
      {[OwnDataSection, DeleteAccountSection].map((Section, index) => (
        <ErrorBoundary key={index === 0 ? 'file' : 'end'}>
          <Suspense fallback={<Skeleton height={180} radius="lg" />}>
            <Section />
          </Suspense>
        </ErrorBoundary>
      ))}
    </>
  );
}
