import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { LoginSlip } from '../../core/roster/roster.schema.ts';
import { paths } from '../lib/pages/paths.ts';
import { useLeaveQuestion } from '../ui/feedback/use-leave-question.ts';
import { QrCode } from '../ui/figure/qr-code.tsx';
import classes from './login-slips.module.css';

const QUESTION = {
  title: msg`Leave without saving?`,
  text: msg`These passwords are shown only now and are kept nowhere. Print the slips before you leave this page; each student chooses a password of their own at the first login.`,
  danger: true,
};

interface LoginSlipsProps {
  slips: readonly LoginSlip[];
  className: string;
  /** Leaving the page asks. */
  isAsked: boolean;
}

/** What each student needs to log in, to be cut out: it is on the screen and on paper, and kept nowhere. */
export default function LoginSlips({ slips, className, isAsked }: LoginSlipsProps) {
  const { t } = useLingui();
  useLeaveQuestion(isAsked, QUESTION);
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
                {t`User name`}
              </Text>
              <dd>{userName}</dd>
              <Text component="dt" size="xs" c="dimmed">
                {t`Password for the first time`}
              </Text>
              <dd className={classes.password}>{password ?? t`already chosen by the student`}</dd>
              <Text component="dt" size="xs" c="dimmed">
                {t`Address`}
              </Text>
              <dd>{host + paths.login()}</dd>
            </dl>
          </div>
          <QrCode
            text={origin + paths.loginAs(userName)}
            label={t`QR code of the login for ${userName}`}
            strength="low"
            className={classes.code}
          />
        </li>
      ))}
    </ul>
  );
}
