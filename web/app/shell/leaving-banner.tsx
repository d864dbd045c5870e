import { useLingui } from '@lingui/react/macro';
import { Alert, Container } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useLocation } from 'react-router-dom';
import type { DeleteReason } from '../../../core/account/account.schema.ts';
import { LeavingNote } from '../../account/own/leaving-note.tsx';
import { paths } from '../../lib/pages/paths.ts';

/** On every page of an account that is to be deleted: when, and the way to keep it. `end` as answers say it. */
export function LeavingBanner({ end }: { end: string }) {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  // There it stands in the page itself.
  if ([paths.account(), paths.adminView('account')].includes(pathname + search)) return null;
  const [deleteAt, reason] = end.split(' ') as [string, DeleteReason];
  return (
    <Container size="lg" pt="md">
      <Alert
        component="section"
        role="region"
        aria-label={t`Your account will be deleted`}
        color="honey"
        variant="light"
        radius="md"
        icon={<IconAlertTriangle aria-hidden />}
      >
        <LeavingNote deleteAt={deleteAt} reason={reason} />
      </Alert>
    </Container>
  );
}
