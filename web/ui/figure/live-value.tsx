import { useState } from 'react';
import classes from './live-value.module.css';

/** Lights up softly when it has changed before the reader's eyes. */
export function LiveValue({ value }: { value: string }) {
  const [first] = useState(value);
  return (
    <span key={value} className={classes.value} data-changed={value !== first || undefined}>
      {value}
    </span>
  );
}
