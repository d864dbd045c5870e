import { Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './person-card.module.css';

/** Lights up softly when it has changed before the reader's eyes. */
export function LiveValue({ value }: { value: string }) {
  const [first] = useState(value);
  return (
    <span key={value} className={classes.value} data-changed={value !== first || undefined}>
      {value}
    </span>
  );
}

export function Figure({ label, value }: { label: ReactNode; value: string }) {
  return (
    <Text component="span" size="sm" c="dimmed">
      {label} <LiveValue value={value} />
    </Text>
  );
}

interface PersonCardProps {
  name: string;
  email: string;
  /** Opens a window with more; without it there is no more. */
  onOpen?: () => void;
  /** Only phrasing content, since it may stand in a button. */
  children: ReactNode;
}

/** Somebody in a list, and how they do. */
export function PersonCard({ name, email, onOpen, children }: PersonCardProps) {
  const content = (
    <>
      <Text component="span" fw={600} lineClamp={2} className={classes.name}>
        {name}
      </Text>{' '}
      <Text component="span" size="sm" c="dimmed" truncate>
        {email}
      </Text>{' '}
      {children}
    </>
  );
  return (
    <li className={classes.item}>
      {onOpen ? (
        <UnstyledButton className={classes.card} aria-haspopup="dialog" onClick={onOpen}>
          {content}
        </UnstyledButton>
      ) : (
        <div className={classes.card}>{content}</div>
      )}
    </li>
  );
}
