import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { administers, learns, ROLE_NAMES, type Role } from '../../../core/contract/roles.ts';
import type { OnePerson, PeopleChange } from '../../../core/person/person.schema.ts';
import { HandOverModal } from '../../colleague/hand-over.modal.tsx';
import { failureText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { dateAndTime, dateOnly } from '../../lib/text/date-text.ts';
import { GivenPasswordsModal } from '../../person/given-passwords.modal.tsx';
import { PersonState } from '../../person/people-rows.tsx';
import { usePeopleChanges, usePerson } from '../../person/person.queries.ts';
import { changeText, DANGEROUS, loginOf, roleText } from '../../person/person-text.ts';
import { PersonsDecks } from '../../person/persons-decks.tsx';
import { useChangePeople } from '../../person/use-change-people.ts';
import { BackLink } from '../../ui/control/back-link.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { useAttempt } from '../../ui/feedback/use-submit.ts';

function Facts({ person }: { person: OnePerson }) {
  const { t, i18n } = useLingui();
  const seen = person.seen_at && dateAndTime(i18n.locale, new Date(person.seen_at));
  const made = dateOnly(i18n.locale, new Date(person.created_at));
  const schoolAddress = person.school_login?.email ?? null;
  const have = [
    t`${plural(person.deck_count, { one: '# deck', other: '# decks' })}`,
    t`${plural(person.exam_count, { one: '# exam', other: '# exams' })}`,
    t`${plural(person.result_count, { one: '# exam handed in', other: '# exams handed in' })}`,
  ];
  return (
    <Stack gap={4}>
      <Text className="breakable">{loginOf(person)}</Text>
      {person.email !== null && person.user_name !== null && <Text>{person.user_name}</Text>}
      {person.school_login && (
        <Text size="sm" c="dimmed" className="breakable">
          {schoolAddress === null
            ? t`Connected with the school’s account`
            : t`Connected with the school’s account ${schoolAddress}`}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {seen === null ? <Trans>Not here yet</Trans> : <Trans>Last here: {seen}</Trans>}
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>Account of {made}</Trans>
      </Text>
      <Text size="sm" className="tabular">
        {have.join(' · ')}
      </Text>
    </Stack>
  );
}

/** When the account goes, and what has to be handed over first. */
function Leaving({ person }: { person: OnePerson }) {
  const { t, i18n } = useLingui();
  const { delete_at, deletion_obstacles: obstacles } = person;
  const when = delete_at && dateAndTime(i18n.locale, new Date(delete_at));
  const work = [
    ...obstacles.classes.map(({ name }) => t`Class: ${name}`),
    ...obstacles.decks.map(({ name }) => t`Deck: ${name}`),
    ...obstacles.exams.map(({ name }) => t`Exam: ${name}`),
  ];
  return (
    <>
      {when && (
        <Text fw={600}>
          <Trans>The account will be deleted at {when}.</Trans>
        </Text>
      )}
      {work.length > 0 && (
        <Text size="sm" c="dimmed" className="breakable">
          <Trans>To be handed over or deleted before the account can be deleted:</Trans> {work.join(' · ')}
        </Text>
      )}
    </>
  );
}

function RoleForm({ person }: { person: OnePerson }) {
  const { t, i18n } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const { setRole } = usePeopleChanges();
  const [set, isRunning] = useAttempt(failureText.changePeopleFailed, async (role: Role) => {
    await setRole(person.id, role);
    notices.success(t`The role has been changed.`);
  });
  const change = async (role: Role) => {
    const name = i18n._(roleText[role]);
    const isSure = await confirm({
      title: t`Another role for ${person.name}?`,
      text: t`From now on they are: ${name}. They are logged out and log in again.`,
      confirmLabel: t`Change the role`,
      danger: administers(role),
    });
    if (isSure) await set(role);
  };
  return (
    <NativeSelect
      label={t`Role`}
      maw={260}
      value={person.role}
      disabled={isRunning}
      data={ROLE_NAMES.map((role) => ({ value: role, label: i18n._(roleText[role]) }))}
      onChange={(event) => void change(event.currentTarget.value as Role)}
    />
  );
}

/** One person: what they have, and what can be done to their account. */
export function OnePersonView({ personId }: { personId: number }) {
  const { t, i18n } = useLingui();
  const { data: person, error, mutate } = usePerson(personId);
  const { change, isRunning, given, forget } = useChangePeople();
  const [handingOver, setHandingOver] = useState<{ id: number; name: string } | null>(null);
  useFailedRead(error, failureText.fetchPeopleFailed);
  const navigate = useNavigate();
  const run = async (what: PeopleChange) => {
    if (!person) return;
    const isDone = await change(what, [person]);
    // Of a person who is gone there is nothing to show.
    if (isDone && what === 'erase') navigate(paths.adminView('people'), { replace: true });
  };
  const back = (
    <BackLink to={paths.adminView('people')}>
      <Trans>All people</Trans>
    </BackLink>
  );
  if (!person)
    return (
      <Stack>
        {back}
        <Unread of={{ error, mutate }} height={360} radius="lg" />
      </Stack>
    );
  const isWaiting = person.awaits_approval && !person.disabled;
  const changes: PeopleChange[] = [
    ...(isWaiting ? (['approve', 'refuse'] as const) : []),
    'new_password',
    'end_sessions',
    ...(person.school_login ? (['disconnect_school'] as const) : []),
    person.disabled ? 'enable' : 'disable',
    person.delete_at === null ? 'delete' : 'keep',
    'erase',
  ];
  return (
    <Stack component="section" aria-labelledby="person-title">
      {back}
      <Group gap="sm">
        <Title id="person-title" order={2} size="h3" className="breakable">
          {person.name}
        </Title>
        <PersonState person={person} />
      </Group>
      <Facts person={person} />
      <Leaving person={person} />
      <Group gap="xs">
        {changes.map((what) => (
          <Button
            key={what}
            variant="light"
            color={DANGEROUS.includes(what) ? 'red' : undefined}
            disabled={isRunning}
            onClick={() => void run(what)}
          >
            {i18n._(changeText[what])}
          </Button>
        ))}
        <ButtonLink variant="subtle" to={paths.adminAudit('personId', personId)}>
          <Trans>Audit log</Trans>
        </ButtonLink>
      </Group>
      <RoleForm person={person} />
      <Paper component="section" aria-labelledby="classes-title" withBorder radius="lg" p="lg">
        <Stack gap="sm">
          <Title id="classes-title" order={3} size="h4">
            <Trans>Classes</Trans>
          </Title>
          {person.classes.length === 0 && (
            <Text size="sm" c="dimmed">
              <Trans>In no class.</Trans>
            </Text>
          )}
          {person.classes.map(({ id, name, is_teacher, is_owner, is_waiting }) => (
            <Group key={id} gap="xs">
              <Text className="breakable">{name}</Text>
              <Text size="sm" c="dimmed" className="tabular">
                <Trans>number {id}</Trans>
              </Text>
              {is_teacher && (
                <Badge variant="light">{is_owner ? <Trans>Owner</Trans> : <Trans>Teacher</Trans>}</Badge>
              )}
              {is_owner && (
                <Button
                  variant="subtle"
                  mih={44}
                  aria-label={t`Hand over: ${name}`}
                  onClick={() => setHandingOver({ id, name })}
                >
                  <Trans>Hand over</Trans>
                </Button>
              )}
              {is_waiting && (
                <Badge color="honey" variant="light">
                  <Trans>Waiting</Trans>
                </Badge>
              )}
            </Group>
          ))}
        </Stack>
      </Paper>
      {person.deck_count > 0 && !learns(person.role) && <PersonsDecks person={person} />}
      <HandOverModal classroom={handingOver} ownerId={personId} onClose={() => setHandingOver(null)} />
      <GivenPasswordsModal given={given} onClose={forget} />
    </Stack>
  );
}
