import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './back-link.module.css';

interface BackLinkProps {
  to: string;
  onClick?: (event: MouseEvent) => void;
  children: ReactNode;
}

/** The way back, above the title of a page. */
export function BackLink({ to, onClick, children }: BackLinkProps) {
  return (
    <Anchor component={Link} to={to} onClick={onClick} size="sm" className={`${classes.link} not-printed`}>
      <IconArrowLeft size={16} className={classes.arrow} aria-hidden />
      <span className="breakable">{children}</span>
    </Anchor>
  );
}
