import { Trans } from '@lingui/react/macro';
import type { ButtonProps } from '@mantine/core';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';

export function BackToDashboard({ variant }: Pick<ButtonProps, 'variant'>) {
  return (
    <ButtonLink to={paths.student()} variant={variant}>
      <Trans>Back to my learning</Trans>
    </ButtonLink>
  );
}
