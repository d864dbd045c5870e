import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Paper, Stack, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSession } from '../lib/stored-session.ts';
import { usePageTitle } from '../site/page-title.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import { EmailSection } from './email-section.tsx';
import { SchoolLoginSection, useOwnSchoolLogin } from './school-login/school-login-section.tsx';

/** The person who is logged in, and the way to another password, whatever the role. */
export default function AccountPage() {
  const { t } = useLingui();
  const { name, email } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const [changes, setChanges] = useState(0);
  const hasPassword = useOwnSchoolLogin().data?.has_password ?? true;
  usePageTitle(t`Your account`);

  const startAfresh = () => {
    setChanges(changes + 1);
    // The form that had the focus is another one now.
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <Container size="sm" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <Title ref={heading} tabIndex={-1} order={1} style={{ outline: 'none' }}>
            <Trans>Your account</Trans>
          </Title>
          {name !== null && <Text fw={600}>{name}</Text>}
          {email !== null && (
            <Text c="dimmed" className="breakable">
              {email}
            </Text>
          )}
        </div>
        {hasPassword && <EmailSection />}
        <Paper component="section" aria-labelledby="password-title" withBorder radius="lg" p="lg">
          <Stack>
            <Title id="password-title" order={2} size="h3">
              <Trans>Change the password</Trans>
            </Title>
            {hasPassword ? (
              <>
                <Text size="sm" c="dimmed">
                  <Trans>You stay logged in here; everywhere else you log in again.</Trans>
                </Text>
                <ChangePasswordForm key={changes} onDone={startAfresh} />
              </>
            ) : (
              <Text size="sm" c="dimmed">
                <Trans>
                  This account has no password: you log in with the school’s account. Your teacher or the
                  administrator can give you one.
                </Trans>
              </Text>
            )}
          </Stack>
        </Paper>
        <SchoolLoginSection />
      </Stack>
    </Container>
  );
}
