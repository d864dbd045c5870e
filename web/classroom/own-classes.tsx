import { useLingui } from '@lingui/react/macro';
import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureText } from '../lib/call/notice-text.ts';
import { Unread } from '../ui/feedback/load-error.tsx';
import { useFailedRead } from '../ui/feedback/use-failure.ts';
import { useTeacherHome } from './classroom.queries.ts';
import { ClassCard, ClassCardSkeleton } from './desk/class-card.tsx';

const COLUMNS = { base: 1, sm: 2, lg: 3 };

export function OwnClasses({ none }: { none: ReactNode }) {
  const { t } = useLingui();
  const { data, error, mutate } = useTeacherHome();
  useFailedRead(error, failureText.fetchClassesFailed);
  if (!data)
    return (
      <Unread
        of={{ error, mutate }}
        loading={
          <SimpleGrid cols={COLUMNS} role="status" aria-label={t`Loading…`}>
            <ClassCardSkeleton />
            <ClassCardSkeleton />
          </SimpleGrid>
        }
      />
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
