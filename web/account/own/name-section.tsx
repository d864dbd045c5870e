import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '../../lib/call/error-text.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { checkName } from '../account-rules.ts';
import { FormAlert } from '../entry/form-alert.tsx';
import { useFields } from '../use-fields.ts';
import { AccountSection } from './account-section.tsx';
import { useChangeAccount } from './own-account.queries.ts';
import { WithOwnAccount } from './own-account.tsx';

function NameForm({ name }: { name: string }) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const change = useChangeAccount();
  const [failure, setFailure] = useState<string | null>(null);
  const { field, submit, sending } = useFields(
    { name },
    checkName,
    async (values) => {
      setFailure(null);
      await change(values);
      notices.success(i18n._(noticeText.accountChanged));
    },
    (error) =>
      setFailure(i18n._({ ...failureText.changePeopleFailed, values: { message: errorText(i18n, error) } })),
  );
  return (
    <form onSubmit={submit} noValidate aria-label={t`Your name`}>
      <Stack>
        <TextInput {...field('name')} label={t`Name`} autoComplete="name" maw={420} />
        <FormAlert text={failure} />
        <Group>
          <Button type="submit" variant="default" loading={sending}>
            <Trans>Save the name</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The name by which others know the person. */
export function NameSection() {
  const { t } = useLingui();
  return (
    <AccountSection title={t`Your name`}>
      <WithOwnAccount>
        {({ name, name_is_schools }) =>
          name_is_schools ? (
            <>
              <Text fw={600} className="breakable">
                {name}
              </Text>
              <Text size="sm" c="dimmed">
                <Trans>Your school made this account. If the name is wrong, ask your teacher.</Trans>
              </Text>
            </>
          ) : (
            <NameForm key={name} name={name} />
          )
        }
      </WithOwnAccount>
    </AccountSection>
  );
}
