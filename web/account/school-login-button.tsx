import { useLingui } from '@lingui/react/macro';
import { Button, Divider, Stack } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import { errorText } from '../lib/call/error-text.ts';
import { nextPath } from '../lib/pages/next-path.ts';
import { useSiteSettings } from '../lib/pages/site-settings.tsx';
import { FormAlert } from './entry/auth-card.tsx';
import classes from './school-login/school-login.module.css';
import { useGoToSchool } from './school-login/use-back-from-school.ts';

export function SchoolLoginButton() {
  const { t, i18n } = useLingui();
  const { school_login: school } = useSiteSettings();
  const next = nextPath(useLocation().search);
  const { toLogIn, error, going } = useGoToSchool();
  if (school === null) return null;
  return (
    <Stack>
      <Button
        variant="default"
        size="md"
        fullWidth
        classNames={{ root: classes.button, label: classes.label }}
        loading={going}
        onClick={() => void toLogIn(next)}
      >
        {t`Continue with ${school}`}
      </Button>
      <FormAlert text={error === null ? null : errorText(i18n, error)} />
      <Divider label={t`or with a password`} />
    </Stack>
  );
}
