import { ActionIcon, Badge, Button, Kbd, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
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

export function Tag({ children }: { children: string }) {
  return (
    <div className={names(TAG, classes.tag)}>
      <span className={Badge.classes.label}>{children}</span>
    </div>
  );
}

/** What is heard, and not seen. */
export function Unseen(props: ComponentProps<'span'>) {
  return <span className={VisuallyHidden.classes.root} {...props} />;
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
