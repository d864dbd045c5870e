import classes from './logo.module.css';

/** A bunch of grapes that fills up, as what is learnt does. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg
      className={classes.logo}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
    >
      <path className={classes.leaf} d="M16.4 8.2C16.2 4.2 19 1.8 24.2 2c.3 4.6-2.6 7-7.8 6.2Z" />
      <path className={classes.stem} d="M16 9.4C15.7 7 14.6 5 12.4 3.6" />
      <circle cx="8.2" cy="13.2" r="3.9" opacity="0.35" />
      <circle cx="16" cy="13.2" r="3.9" opacity="0.5" />
      <circle cx="23.8" cy="13.2" r="3.9" opacity="0.65" />
      <circle cx="12.1" cy="20" r="3.9" opacity="0.8" />
      <circle cx="19.9" cy="20" r="3.9" opacity="0.9" />
      <circle cx="16" cy="26.8" r="3.9" />
    </svg>
  );
}
