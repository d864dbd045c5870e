import { useLingui } from '@lingui/react/macro';
import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import type { Locale } from '../../../core/text/locale.ts';
import { levelled } from '../../../core/text/normal-form.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { checkEmail } from '../account-rules.ts';
import { useFields } from '../use-fields.ts';
import { AuthCard, FormAlert } from './auth-card.tsx';

export default function ForgottenPasswordPage() {
  const { t } = useLingui();
  const { letters } = useSiteSettings();
  const [sentTo, setSentTo] = useState<string | null>(null);
  usePageTitle(t`Forgotten password`);
  return (
    <AuthCard
      title={t`Forgotten your password?`}
      text={
        letters
          ? t`We send you a link to choose a new one.`
          : t`Your teacher gives you a new one, or the administrator of your school.`
      }
    >
      {letters && (sentTo === null ? <AskForm onSent={setSentTo} /> : <Sent to={sentTo} />)}
      <ButtonLink to={paths.login()} variant="default" fullWidth>
        {t`Back to the login`}
      </ButtonLink>
    </AuthCard>
  );
}

function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const { i18n, t } = useLingui();
  const { field, submit, sending, failure } = useFields({ email: '' }, checkEmail, async ({ email }) => {
    await callApi('POST /api/forgotten-password', {
      body: { email: levelled(email), language: i18n.locale as Locale },
    });
    onSent(levelled(email));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          {...field('email')}
          type="email"
          label={t`Email`}
          description={t`Without an email address, ask your teacher: they give you a new password at once.`}
          autoComplete="username"
          inputMode="email"
        />
        <FormAlert text={failure} />
        <Button type="submit" size="md" loading={sending} fullWidth>
          {t`Send me the link`}
        </Button>
      </Stack>
    </form>
  );
}

/** Says the same whether anybody has the address. */
function Sent({ to }: { to: string }) {
  const { t } = useLingui();
  return (
    <Alert role="status" variant="light" icon={<IconMail aria-hidden />} title={t`Check your email`}>
      {t`If there is an account for ${to}, an email is on its way. Its link works for half an hour. Nothing there? Look in your spam folder.`}
    </Alert>
  );
}
