import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from 'react-router-dom';

interface ButtonLinkProps extends ButtonProps, Omit<LinkProps, keyof ButtonProps> {
  icon?: Icon;
}

/** A link that looks like a button. */
export function ButtonLink({ icon: Sign, ...props }: ButtonLinkProps) {
  const sign = Sign && <Sign size={props.size === 'xs' ? 16 : 18} aria-hidden />;
  return <Button component={Link} leftSection={sign} {...props} />;
}
