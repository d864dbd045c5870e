import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { encode } from 'uqr';
import type { LoginSlip } from '../../core/roster/roster.schema.ts';
import { paths } from '../lib/pages/paths.ts';
import classes from './login-slips.module.css';

/** Empty fields around a code, without which no camera finds it. */
const BORDER = 3;

interface QrCodeProps {
  text: string;
  /** What the code is of. */
  label: string;
  className?: string;
}

/** A text as a QR code, black on white also by night. */
function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'L', border: BORDER });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={dark.join('')} fill="black" />
    </svg>
  );
}

interface LoginSlipsProps {
  slips: readonly LoginSlip[];
  className: string;
}

/** What each student needs to log in, to be cut out: it is on the screen and on paper, and kept nowhere. */
export default function LoginSlips({ slips, className }: LoginSlipsProps) {
  const { t } = useLingui();
  const { host, origin } = window.location;
  return (
    <ul className={classes.slips} aria-label={t`Login slips`}>
      {slips.map(({ student_id: id, name, user_name: userName, password }) => (
        <li key={id} className={classes.slip}>
          <div>
            <Text fw={600} className="breakable">
              {name}
            </Text>
            <Text size="xs" c="dimmed" className="breakable">
              {className}
            </Text>
            <dl className={classes.facts}>
              <Text component="dt" size="xs" c="dimmed">
                <Trans>User name</Trans>
              </Text>
              <dd>{userName}</dd>
              <Text component="dt" size="xs" c="dimmed">
                <Trans>Password for the first time</Trans>
              </Text>
              <dd className={classes.password}>{password ?? <Trans>already chosen by the student</Trans>}</dd>
              <Text component="dt" size="xs" c="dimmed">
                <Trans>Address</Trans>
              </Text>
              <dd>{host + paths.login()}</dd>
            </dl>
          </div>
          <QrCode
            text={origin + paths.loginAs(userName)}
            label={t`QR code of the login for ${userName}`}
            className={classes.code}
          />
        </li>
      ))}
    </ul>
  );
}
