import { useLingui } from '@lingui/react/macro';
import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureText } from '../lib/notice-text.ts';
import { LoadError } from '../ui/load-error.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';
import { ClassCard, ClassCardSkeleton } from './class-card.tsx';
import { useTeacherHome } from './classroom.queries.ts';

const COLUMNS = { base: 1, sm: 2, lg: 3 };

/** The teacher's classes as cards; `none` stands there while there is no class. */
export function OwnClasses({ none }: { none: ReactNode }) {
  const { t } = useLingui();
  const { data, error, mutate } = useTeacherHome();
  useFailedRead(error, failureText.fetchClassesFailed);
  if (!data && error) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <SimpleGrid cols={COLUMNS} role="status" aria-label={t`Loading…`}>
        <ClassCardSkeleton />
        <ClassCardSkeleton />
      </SimpleGrid>
    );
  if (data.classes.length === 0) return none;
  return (
    <SimpleGrid component="section" cols={COLUMNS} aria-label={t`Your classes`}>
      {data.classes.map((own) => (
        <ClassCard key={own.id} of={own} />
      ))}
    </SimpleGrid>
  );
}
