import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { callApi } from '../../lib/call/api-client.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { replaceToken } from '../../lib/kept/stored-session.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { checkOwnPassword, checkPasswordChange } from '../account-rules.ts';
import { differ, NewPasswordFields, PasswordField } from '../entry/new-password-fields.tsx';
import { useHasPassword } from '../school-login/school-login-section.tsx';
import { useFields } from '../use-fields.ts';

const EMPTY = { current_password: '', new_password: '', new_password_confirmation: '' };

interface ChangePasswordFormProps {
  onDone: () => void;
  /** The password that somebody else gave, which is not to stay; empty when it is not known here any more. */
  given?: string;
  /** By default filled; otherwise where something else is what people came for. */
  variant?: 'light';
}

export function ChangePasswordForm({ onDone, given, variant }: ChangePasswordFormProps) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const { field, submit, sending, problems, values } = useFields(
    { ...EMPTY, current_password: given ?? '' },
    given === undefined ? checkPasswordChange : checkOwnPassword,
    async (passwords) => {
      const { token } = await callApi('POST /api/change-password', { body: passwords });
      replaceToken(token);
      notices.success(i18n._(noticeText.passwordChanged));
      onDone();
    },
    (error) => failed(msg({ message: 'Failed to change the password: {message}' }), error),
  );
  return (
    <Box
      component="form"
      onSubmit={submit}
      noValidate
      w="100%"
      maw={420}
      aria-label={t`Change the password`}
      data-kept-clear={given === undefined ? undefined : true}
    >
      <Stack>
        {!given && (
          <PasswordField
            {...field('current_password')}
            label={t`Current password`}
            autoComplete="current-password"
          />
        )}
        <NewPasswordFields field={field} values={values} problems={problems} />
        <Group>
          <Button
            type="submit"
            variant={variant}
            loading={sending}
            disabled={sending || differ({ values, problems })}
          >
            {t`Change the password`}
          </Button>
        </Group>
      </Stack>
    </Box>
  );
}

/** The form on a page of other things, for an account that has a password. */
export function OwnPasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  if (useHasPassword()) return <ChangePasswordForm onDone={onDone} variant="light" />;
  return (
    <Text>
      {t`This account has no password: you log in with the school’s account. Your teacher or the administrator can give you one.`}
    </Text>
  );
}
