import { useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Title } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { LoginSlip } from '../../core/roster/roster.schema.ts';
import { followPage } from '../lib/live/page-life.ts';
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { useSaveCsv } from '../ui/list/use-save-csv.ts';
import classes from './made-slips.module.css';

// Codes are drawn nowhere else.
const LoginSlips = lazy(() => import('./login-slips.tsx'));

interface MadeSlipsProps {
  slips: readonly LoginSlip[];
  className: string;
  /** Of a page that is about them now: leaving it asks. None in a window. */
  title?: string;
}

const goTo = (heading: HTMLElement | null) => {
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
};

/** The passwords that were just given, and the ways to keep them: afterwards nobody knows them. */
export function MadeSlips({ slips, className, title }: MadeSlipsProps) {
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
      {title !== undefined && (
        <Title ref={goTo} tabIndex={-1} order={2} size="h3" className={classes.title}>
          {title}
        </Title>
      )}
      <Alert color="honey" variant="light">
        {t`These passwords are shown only now and are kept nowhere. Print the slips before you leave this page; each student chooses a password of their own at the first login.`}
      </Alert>
      <Group className={classes.actions}>
        <Button
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => {
            setKept(slips.length);
            window.print();
          }}
        >
          {t`Print the slips`}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void save()}
        >
          {t`Save as CSV`}
        </Button>
      </Group>
      <ErrorBoundary>
        <Suspense fallback={<Loading minHeight={200} />}>
          <LoginSlips slips={slips} className={className} isAsked={isAtRisk && title !== undefined} />
        </Suspense>
      </ErrorBoundary>
    </Stack>
  );
}
