import { useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Deletion, DeletionObstacles } from '../../../core/person/deletion.schema.ts';
import { DELETION_DAYS } from '../../../core/person/person-limits.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { FormAlert } from '../entry/auth-card.tsx';
import { PasswordProof } from '../password-proof.tsx';
import { useHasPassword, useOwnSchoolLogin } from '../school-login/school-login-section.tsx';
import { useBackFromSchool, useGoToSchool } from '../school-login/use-back-from-school.ts';
import { LeavingNote, useDeletion, useDeletionChanges } from './leaving-note.tsx';

export function DeleteAccountSection() {
  const { t } = useLingui();
  const { data, error, mutate } = useDeletion();
  useFailedRead(error, failureText.deletionFailed);
  const { askBySchool } = useDeletionChanges();
  const [failure, setFailure] = useState<unknown>(null);
  const { problem } = useBackFromSchool((code) => void askBySchool(code).catch(setFailure), 'proof');
  return (
    <TitledSection order={2} isCard title={t`Delete my account`}>
      {!data && <Unread of={{ error, mutate }} height={120} radius="md" />}
      {data && <Wish deletion={data} failure={problem ?? failure} />}
    </TitledSection>
  );
}

function Wish({ deletion, failure }: { deletion: Deletion; failure: unknown }) {
  const hasPassword = useHasPassword();
  const { i18n, t } = useLingui();
  const { ask } = useDeletionChanges();
  const { delete_at: deleteAt, reason, obstacles } = deletion;
  const [isAsking, setAsking] = useState(false);
  const { last_administrator, classes, decks, exams } = obstacles;
  const isHindered = last_administrator || classes.length + decks.length + exams.length > 0;
  if (deleteAt !== null && reason !== null)
    return (
      <Stack gap="sm">
        <LeavingNote deleteAt={deleteAt} reason={reason} />
        {isHindered && <Obstacles obstacles={obstacles} />}
      </Stack>
    );
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t`Your name, address and password will be deleted, with your settings, your places in classes, your exam results and those of your decks that no class uses. Your answers will no longer count for anyone. Only a number without a name remains in the event log and the audit log.`}
      </Text>
      <Text size="sm" c="dimmed">
        {t`You have ${DELETION_DAYS} days to change your mind. Until then nothing changes.`}
      </Text>
      {isHindered && <Obstacles obstacles={obstacles} />}
      {!isAsking && <FormAlert text={failure === null ? null : errorText(i18n, failure)} />}
      {!isHindered && isAsking && hasPassword && (
        <PasswordProof
          name={t`Delete my account`}
          action={t`Delete in ${DELETION_DAYS} days`}
          isDangerous
          run={async (password) => {
            await ask(password);
            setAsking(false);
          }}
          failed={failureText.deletionFailed}
          onCancel={() => setAsking(false)}
        />
      )}
      {!isHindered && isAsking && !hasPassword && <AskAtSchool onCancel={() => setAsking(false)} />}
      {!isHindered && !isAsking && (
        <Group>
          <Button variant="light" color="red" onClick={() => setAsking(true)}>
            {t`Delete my account…`}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Obstacles({ obstacles }: { obstacles: DeletionObstacles }) {
  const { t } = useLingui();
  const { last_administrator, classes, decks, exams } = obstacles;
  const named = (kind: string, things: { id: number; name: string }[]) =>
    things.map(({ id, name }) => <li key={`${kind} ${id}`}>{`${kind}: ${name}`}</li>);
  if (last_administrator)
    return <Text>{t`You are the last administrator who can log in. Make somebody else one first.`}</Text>;
  return (
    <Stack gap="xs">
      <Text>{t`Others still need these. Hand them over or delete them first:`}</Text>
      <Stack
        component="ul"
        gap="xs"
        m={0}
        pl="lg"
        aria-label={t`What stands in the way`}
        className="breakable"
      >
        {named(t`Class`, classes)}
        {named(t`Deck`, decks)}
        {named(t`Exam`, exams)}
      </Stack>
    </Stack>
  );
}

/** Without a password, another login at the school shows who it is. */
function AskAtSchool({ onCancel }: { onCancel: () => void }) {
  const { t, i18n } = useLingui();
  const { school } = useOwnSchoolLogin();
  const { toConfirm, error, going } = useGoToSchool();
  return (
    <Stack>
      <Text size="sm">
        {t`To be sure that it is you, log in once more with ${school}. After that your account will be deleted in ${DELETION_DAYS} days.`}
      </Text>
      <FormAlert text={error === null ? null : errorText(i18n, error)} />
      <Group>
        <Button variant="default" onClick={onCancel}>
          {t`Cancel`}
        </Button>
        <Button variant="light" color="red" loading={going} onClick={() => void toConfirm()} autoFocus>
          {t`Log in and delete in ${DELETION_DAYS} days`}
        </Button>
      </Group>
    </Stack>
  );
}
