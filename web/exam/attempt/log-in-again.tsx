import { Trans } from '@lingui/react/macro';
import { Button, type ButtonProps } from '@mantine/core';
import { useLogInAgain } from '../../lib/pages/use-log-in-again.ts';

/** Leads to the login; what this browser has of the exam stays for the same student. */
export function LogInAgain({ size }: Pick<ButtonProps, 'size'>) {
  const logIn = useLogInAgain();
  return (
    <Button size={size} onClick={logIn}>
      <Trans>Log in again</Trans>
    </Button>
  );
}
