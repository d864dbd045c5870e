import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, NativeSelect, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { ROLE_NAMES, type Role } from '../../core/account/roles.ts';
import type { OnePerson, PeopleChange } from '../../core/person/person.schema.ts';
import { HandOverModal } from '../colleague/hand-over.modal.tsx';
import { dateAndTime, dateOnly } from '../lib/date-text.ts';
import { failureText } from '../lib/notice-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { BackLink } from '../ui/back-link.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';
import { useFailure } from '../ui/use-failure.ts';
import { GivenPasswordsModal } from './given-passwords.modal.tsx';
import { PersonState } from './people-rows.tsx';
import { usePeopleChanges, usePerson } from './person.queries.ts';
import { changeText, DANGEROUS, loginOf, roleText } from './person-text.ts';
import { PersonsDecks } from './persons-decks.tsx';
import { useChangePeople } from './use-change-people.ts';

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
  const failed = useFailure();
  const { setRole } = usePeopleChanges();
  const [isRunning, setRunning] = useState(false);
  const change = async (role: Role) => {
    const name = i18n._(roleText[role]);
    const isSure = await confirm({
      title: t`Another role for ${person.name}?`,
      text: t`From now on they are: ${name}. They are logged out and log in again.`,
      confirmLabel: t`Change the role`,
      danger: role === 'admin',
    });
    if (!isSure) return;
    setRunning(true);
    try {
      await setRole(person.id, role);
      notices.success(t`The role has been changed.`);
    } catch (error) {
      failed(failureText.changePeopleFailed, error);
    } finally {
      setRunning(false);
    }
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
    // Of who is gone there is nothing to show.
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
        {error ? (
          <LoadError error={error} onRetry={() => void mutate()} />
        ) : (
          <Skeleton height={360} radius="lg" role="status" aria-label={t`Loading…`} />
        )}
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
        <Button variant="subtle" component={Link} to={paths.adminActs('personId', personId)}>
          <Trans>Acts</Trans>
        </Button>
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
      {person.deck_count > 0 && person.role !== 'student' && <PersonsDecks person={person} />}
      <HandOverModal classroom={handingOver} ownerId={personId} onClose={() => setHandingOver(null)} />
      <GivenPasswordsModal given={given} onClose={forget} />
    </Stack>
  );
}
