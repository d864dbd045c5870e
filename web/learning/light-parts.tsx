import { ActionIcon, Badge, Button, Input, Kbd, Text, UnstyledButton } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import classes from './light-parts.module.css';

/**
 * What each card brings with it. It looks as Mantine's parts do, by their classes, but nothing of a theme is worked out for
 * it: on a cheap phone that took longer than all else from one card to the next.
 */

const names = (...given: (string | false | undefined)[]) => given.filter(Boolean).join(' ');

const PRESSED = names('mantine-focus-auto', 'mantine-active', UnstyledButton.classes.root);
const BUTTON = names('mantine-Button-root', PRESSED, Button.classes.root);
const ICON_BUTTON = names('mantine-ActionIcon-root', PRESSED, ActionIcon.classes.root);
const KEY = names('mantine-visible-from-sm', Kbd.classes.root);
const TAG = Badge.classes.root;
const BOX = names('mantine-Input-wrapper', Input.classes.wrapper, classes.box);

interface LightButtonProps extends ComponentProps<'button'> {
  look: 'filled' | 'subtle' | 'rose' | 'honey' | 'leaf';
  isLarge?: boolean;
  labelClass?: string | undefined;
  /** The keys that press it. */
  keys?: ReactNode;
}

export function LightButton({
  look,
  isLarge = false,
  className,
  labelClass,
  keys,
  children,
  ...others
}: LightButtonProps) {
  return (
    <button
      type="button"
      className={names(BUTTON, classes[look], isLarge && classes.large, className)}
      data-with-right-section={keys ? true : undefined}
      {...others}
    >
      <span className={Button.classes.inner}>
        <span className={names(Button.classes.label, labelClass)}>{children}</span>
        {keys && (
          <span className={Button.classes.section} data-position="right">
            {keys}
          </span>
        )}
      </span>
    </button>
  );
}

/** A button that is a picture; `round` for what is heard. */
export function LightIconButton({
  look = 'plain',
  className,
  children,
  ...others
}: ComponentProps<'button'> & { look?: 'plain' | 'round' }) {
  return (
    <button type="button" className={names(ICON_BUTTON, classes[look], className)} {...others}>
      <span className={ActionIcon.classes.icon}>{children}</span>
    </button>
  );
}

/** A key that does the same; not on phones, which have none. */
export function KeyCap({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <kbd aria-hidden className={names(KEY, className)}>
      {children}
    </kbd>
  );
}

export function Tag({
  hue,
  labelClass,
  children,
}: {
  hue?: 'sky' | 'honey' | 'leaf';
  labelClass?: string | undefined;
  children: string;
}) {
  return (
    <div className={names(TAG, classes.tag)} data-hue={hue}>
      <span className={names(Badge.classes.label, labelClass)}>{children}</span>
    </div>
  );
}

/** A field for one line, with what stands at its end. */
export function LightField({ end, ...others }: ComponentProps<'input'> & { end: ReactNode }) {
  return (
    <div className={BOX} data-variant="default" data-size="md" data-with-right-section>
      <input
        className={names('mantine-Input-input', Input.classes.input)}
        data-variant="default"
        {...others}
      />
      <div className={Input.classes.section} data-position="right">
        {end}
      </div>
    </div>
  );
}

/** How far something is, in percent. It moves without a layout of the page, which another width would take at each step. */
export function LightProgress({ value, label }: { value: number; label: string }) {
  return (
    <div
      className={classes.progress}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={`${value}%`}
    >
      <div className={classes.part} style={{ transform: `translateX(${value - 100}%)` }} />
    </div>
  );
}

const QUIET_TEXT = names(Text.classes.root, classes.quiet);

/** Text beside the main thing. */
export function QuietText({
  size,
  className,
  ...others
}: ComponentProps<'span'> & { size: 'xs' | 'sm' | 'md' }) {
  return <span className={names(QUIET_TEXT, classes[size], className)} {...others} />;
}
