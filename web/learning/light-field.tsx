import { Input } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import classes from './light-parts.module.css';

const BOX = `mantine-Input-wrapper ${Input.classes.wrapper} ${classes.box}`;
const FIELD = `mantine-Input-input ${Input.classes.input}`;

/** A field for one line, with what stands at its end. */
export function LightField({ end, ...others }: ComponentProps<'input'> & { end: ReactNode }) {
  return (
    <div className={BOX} data-variant="default" data-size="md" data-with-right-section>
      <input className={FIELD} data-variant="default" {...others} />
      <div className={Input.classes.section} data-position="right">
        {end}
      </div>
    </div>
  );
}
