import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { LoginSlip } from '../../core/roster/roster.schema.ts';
import { followPage } from '../lib/page-life.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/loading.tsx';
import { useSaveCsv } from '../ui/use-save-csv.ts';

// Codes are drawn nowhere else.
const LoginSlips = lazy(() => import('./login-slips.tsx'));

interface MadeSlipsProps {
  slips: readonly LoginSlip[];
  className: string;
}

/** The passwords that were just given, and the ways to keep them: afterwards nobody knows them. */
export function MadeSlips({ slips, className }: MadeSlipsProps) {
  const { t } = useLingui();
  const saveCsv = useSaveCsv();
  const [kept, setKept] = useState(0);
  const isAtRisk = kept < slips.length;
  useEffect(() => followPage({ isAtRisk: () => isAtRisk }), [isAtRisk]);

  const save = async () => {
    const head = [t`Name`, t`User name`, t`Password`];
    const rows = slips.map(({ name, user_name, password }) => [name, user_name, password ?? '']);
    await saveCsv(`${t`login slips`} ${className}.csv`, [head, ...rows]);
    setKept(slips.length);
  };
  return (
    <Stack>
      <Alert color="honey" variant="light">
        <Trans>
          These passwords are shown only now and are kept nowhere. Print the slips before you leave this page;
          each student chooses a password of their own at the first login.
        </Trans>
      </Alert>
      <Group>
        <Button
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => {
            setKept(slips.length);
            window.print();
          }}
        >
          <Trans>Print the slips</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void save()}
        >
          <Trans>Save as CSV</Trans>
        </Button>
      </Group>
      <ErrorBoundary>
        <Suspense fallback={<Loading minHeight={200} />}>
          <LoginSlips slips={slips} className={className} />
        </Suspense>
      </ErrorBoundary>
    </Stack>
  );
}
