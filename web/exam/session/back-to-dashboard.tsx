import { Trans } from '@lingui/react/macro';
import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/pages/paths.ts';

export function BackToDashboard({ variant }: Pick<ButtonProps, 'variant'>) {
  return (
    <Button component={Link} to={paths.student()} variant={variant}>
      <Trans>Back to my learning</Trans>
    </Button>
  );
}
