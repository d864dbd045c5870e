import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { Colleague } from '../../../core/colleague/colleague.schema.ts';
import { levelled } from '../../../core/text/normal-form.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { useSubmit } from '../feedback/use-submit.ts';

/** The teacher that a form means: typed, then found, so that it is seen who that is before anything is given. */
export function useColleague() {
  const [login, setLogin] = useState('');
  const [found, setFound] = useState<Colleague | null>(null);
  return {
    login,
    found,
    type(text: string): void {
      setLogin(text);
      setFound(null);
    },
    async find(): Promise<void> {
      const { data } = await callApi('POST /api/colleagues/find', { body: { login: levelled(login) } });
      setFound(data);
    },
  };
}

/** The teacher that was looked for. */
export const FoundColleague = ({ of: found }: { of: Colleague | null }) =>
  found && (
    <Trans>
      This is <b>{found.name}</b> ({found.login}).
    </Trans>
  );

interface ColleagueFormProps {
  label: string;
  /** What the button says once it is seen who is meant. */
  button: (name: string) => string;
  run: (colleague: Colleague) => Promise<unknown>;
  failed: MessageDescriptor;
  children?: ReactNode;
}

/** Asks which teacher is meant, shows who was found, and then does something with them. */
export function ColleagueForm({ label, button, run, failed, children }: ColleagueFormProps) {
  const { t } = useLingui();
  const { letters } = useSiteSettings();
  const { login, found, type, find } = useColleague();
  const field = useRef<HTMLInputElement>(null);
  const { submit, sending, wasWrong } = useSubmit({
    check: () => login.trim() === '',
    field,
    run: async () => {
      if (!found) {
        await find();
        return;
      }
      await run(found);
      type('');
      field.current?.focus();
    },
    failed,
  });
  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      <Stack gap="sm">
        <TextInput
          ref={field}
          label={t`Email address or user name of a teacher`}
          description={
            letters
              ? t`Exactly as they log in with it. An email address counts once they have confirmed it.`
              : t`Exactly as they log in with it`
          }
          value={login}
          onChange={(event) => type(event.currentTarget.value)}
          error={wasWrong && t`Please fill in this field`}
          maxLength={254}
          required
          withAsterisk={false}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
        <Text size="sm" role="status" className="breakable">
          <FoundColleague of={found} />
        </Text>
        {children}
        <Group>
          <Button type="submit" loading={sending}>
            {found ? button(found.name) : t`Find`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
