import { Group, type GroupProps } from '@mantine/core';
import classes from './sticky-bar.module.css';

/** What is pressed at the end of a long list, in sight all along; notices keep clear of it. */
export function StickyBar(props: GroupProps) {
  return <Group className={classes.bar} data-kept-clear {...props} />;
}
