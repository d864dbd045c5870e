import { Trans, useLingui } from '@lingui/react/macro';
import { Text, TextInput } from '@mantine/core';
import { type RefObject, useState } from 'react';
import type { Colleague } from '../../../core/colleague/colleague.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';

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
      const { data } = await callApi('POST /api/colleagues/find', { body: { login: login.trim() } });
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

interface ColleagueFieldProps {
  field: RefObject<HTMLInputElement | null>;
  of: ReturnType<typeof useColleague>;
  isMissing: boolean;
}

/** Asks which teacher is meant, by what they log in with, and says who that is. */
export function ColleagueField({ field, of: { login, found, type }, isMissing }: ColleagueFieldProps) {
  const { t } = useLingui();
  return (
    <>
      <TextInput
        ref={field}
        label={t`Email address or user name of a teacher`}
        description={t`Exactly as they log in with it`}
        value={login}
        onChange={(event) => type(event.currentTarget.value)}
        error={isMissing && t`Please fill in this field`}
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
    </>
  );
}
