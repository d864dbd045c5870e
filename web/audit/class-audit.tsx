import { useLingui } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { AuditPages } from './audit-pages.tsx';

export function ClassAudit({ classId }: { classId: number }) {
  const { t } = useLingui();
  return (
    <Stack component="section" aria-labelledby="class-acts-title">
      <div>
        <Title id="class-acts-title" order={2} size="h3">
          {t`What was done here`}
        </Title>
        <Text size="sm" c="dimmed">
          {t`To the class, its students, its decks and its exams. Nobody can change a line of it.`}
        </Text>
      </div>
      <AuditPages
        of={{ classId }}
        label={t`What was done here`}
        nothing={t`Nothing was done here since this is written down.`}
      />
    </Stack>
  );
}
