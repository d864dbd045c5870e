import { Trans } from '@lingui/react/macro';
import { Button, type ButtonProps } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/pages/paths.ts';
import { forgetToken } from '../../lib/stored-session.ts';

/** Leads to the login; what this browser has of the exam stays for the same student. */
export function LogInAgain({ size }: Pick<ButtonProps, 'size'>) {
  const navigate = useNavigate();
  const logIn = () => {
    forgetToken();
    navigate(paths.login());
  };
  return (
    <Button size={size} onClick={logIn}>
      <Trans>Log in again</Trans>
    </Button>
  );
}
