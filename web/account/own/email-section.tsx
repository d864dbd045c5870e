import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Box, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import type { Locale } from '../../../core/text/locale.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { replaceLoginName } from '../../lib/kept/stored-session.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { checkNewEmail } from '../account-rules.ts';
import { FormAlert } from '../entry/form-alert.tsx';
import { PasswordField } from '../entry/password-field.tsx';
import { useFields } from '../use-fields.ts';
import { AccountSection } from './account-section.tsx';

/** The way to another email address, or to a first one; where the site sends emails, it is confirmed by one. */
export function EmailSection() {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const { letters } = useSiteSettings();
  const [failure, setFailure] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { field, submit, sending } = useFields(
    { email: '', current_password: '' },
    checkNewEmail,
    async ({ email, current_password }) => {
      setFailure(null);
      setSentTo(null);
      const { data } = await callApi('POST /api/me/email', {
        body: { email: email.trim(), current_password, language: i18n.locale as Locale },
      });
      if (data.letter) return setSentTo(email.trim());
      replaceLoginName(data.user.email ?? '');
      notices.success(t`Your email address has been changed.`);
    },
    (error) => setFailure(errorText(i18n, error)),
  );
  return (
    <AccountSection
      title={t`Email address`}
      text={
        letters
          ? t`With a confirmed address you help yourself to a new password. The account is then your own: your teacher gives it none any more.`
          : t`You log in with it. This site sends no emails.`
      }
    >
      <Box component="form" onSubmit={submit} noValidate w="100%" maw={420} aria-label={t`Email address`}>
        <Stack>
          <TextInput
            {...field('email')}
            type="email"
            label={t`New email address`}
            autoComplete="email"
            inputMode="email"
          />
          <PasswordField
            {...field('current_password')}
            label={t`Current password`}
            autoComplete="current-password"
          />
          <FormAlert text={failure} />
          {sentTo !== null && (
            <Alert
              role="status"
              variant="light"
              icon={<IconMail aria-hidden />}
              title={t`Look into your mail`}
            >
              <Trans>An email is on its way to {sentTo}. The address is yours once you open its link.</Trans>
            </Alert>
          )}
          <Group>
            <Button type="submit" variant="default" loading={sending}>
              {letters ? <Trans>Send an email there</Trans> : <Trans>Change the address</Trans>}
            </Button>
          </Group>
        </Stack>
      </Box>
    </AccountSection>
  );
}
