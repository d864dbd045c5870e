import { useLingui } from '@lingui/react/macro';
import { Text, TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { FoundColleague } from './found-colleague.tsx';
import type { useColleague } from './use-colleague.ts';

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
