import { useLingui } from '@lingui/react/macro';
import { Alert, Container } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useLocation } from 'react-router-dom';
import { LeavingNote } from '../account/leaving-note.tsx';
import { useMe } from '../account/own-deletion.queries.ts';
import { paths } from '../lib/pages/paths.ts';
import { isLoggedIn, useSession } from '../lib/stored-session.ts';

/** On every page of an account that is to be deleted: when, and the way to keep it. */
export function LeavingBanner() {
  const { t } = useLingui();
  const session = useSession();
  const { data } = useMe(isLoggedIn(session) && !session.mustChangePassword);
  const { pathname, search } = useLocation();
  // There it stands in the page itself.
  const isAccount = [paths.account(), paths.adminView('account')].includes(pathname + search);
  if (isAccount || !data?.delete_at || !data.delete_reason) return null;
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
        <LeavingNote deleteAt={data.delete_at} reason={data.delete_reason} />
      </Alert>
    </Container>
  );
}
