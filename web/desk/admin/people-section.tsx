import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { administers, learns, ROLE_NAMES, type Role } from '../../../core/contract/roles.ts';
import { parseRowId } from '../../../core/contract/row-id.ts';
import type { OnePerson, PeopleChange, PeopleFilter } from '../../../core/person/person.schema.ts';
import { HandOverModal } from '../../colleague/hand-over.modal.tsx';
import { failureText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useQuery } from '../../lib/pages/use-query.ts';
import { dateAndTime, dateOnly } from '../../lib/text/date-text.ts';
import { FoundPeople } from '../../person/found-people.tsx';
import { GivenPasswordsModal } from '../../person/given-passwords.modal.tsx';
import { type PeopleControls, PeopleFilters } from '../../person/people-filters.tsx';
import { PersonState } from '../../person/people-rows.tsx';
import { savePeople, usePeopleChanges, usePerson } from '../../person/person.queries.ts';
import {
  changeText,
  DANGEROUS,
  loginOf,
  orderText,
  roleText,
  seenText,
  stateText,
} from '../../person/person-text.ts';
import { PersonsDecks, PrivateDecks } from '../../person/persons-decks.tsx';
import { useChangePeople } from '../../person/use-change-people.ts';
import { BackLink } from '../../ui/control/back-link.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { SaveFoundButton } from '../../ui/list/save-found-button.tsx';

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
        {seen === null ? t`Not here yet` : t`Last here: ${seen}`}
      </Text>
      <Text size="sm" c="dimmed">
        {t`Account of ${made}`}
      </Text>
      <Text size="sm" className="tabular">
        {have.join(' · ')}
      </Text>
    </Stack>
  );
}

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
      {when && <Text fw={600}>{t`The account will be deleted at ${when}.`}</Text>}
      {work.length > 0 && (
        <Text size="sm" c="dimmed" className="breakable">
          {t`To be handed over or deleted before the account can be deleted:`} {work.join(' · ')}
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

function OnePersonView({ personId }: { personId: number }) {
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
  const back = <BackLink to={paths.adminView('people')}>{t`All people`}</BackLink>;
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
          {t`Audit log`}
        </ButtonLink>
      </Group>
      <RoleForm person={person} />
      <TitledSection order={3} isCard gap="sm" title={t`Classes`}>
        {person.classes.length === 0 && (
          <Text size="sm" c="dimmed">
            {t`In no class.`}
          </Text>
        )}
        {person.classes.map(({ id, name, is_teacher, is_owner, is_waiting }) => (
          <Group key={id} gap="xs">
            <Text className="breakable">{name}</Text>
            <Text size="sm" c="dimmed" className="tabular">
              {t`number ${id}`}
            </Text>
            {is_teacher && <Badge variant="light">{is_owner ? t`Owner` : t`Teacher`}</Badge>}
            {is_owner && (
              <Button
                variant="subtle"
                mih={44}
                aria-label={t`Hand over: ${name}`}
                onClick={() => setHandingOver({ id, name })}
              >
                {t`Hand over`}
              </Button>
            )}
            {is_waiting && (
              <Badge color="honey" variant="light">
                {t`Waiting`}
              </Badge>
            )}
          </Group>
        ))}
      </TitledSection>
      {person.deck_count > 0 &&
        (learns(person.role) ? <PrivateDecks person={person} /> : <PersonsDecks person={person} />)}
      <HandOverModal classroom={handingOver} ownerId={personId} onClose={() => setHandingOver(null)} />
      <GivenPasswordsModal given={given} onClose={forget} />
    </Stack>
  );
}

const BULK: PeopleChange[] = ['new_password', 'end_sessions', 'disable', 'enable', 'delete', 'keep'];
const ENTRY: PeopleChange[] = ['approve', 'refuse'];

/** Of what stands in an address only what the server knows. */
const known = <T extends string>(texts: Record<T, unknown>, asked: string): T | undefined =>
  Object.hasOwn(texts, asked) ? (asked as T) : undefined;

function filterOf(controls: PeopleControls): PeopleFilter {
  const role = known(roleText, controls.role);
  const state = known(stateText, controls.state);
  const seen = known(seenText, controls.seen);
  const sort = known(orderText, controls.sort);
  const classId = parseRowId(controls.classId);
  const search = controls.search.trim();
  return {
    ...(search && { search }),
    ...(role && { role }),
    ...(state && { state }),
    ...(seen && { seen }),
    ...(classId !== null && { class_id: classId }),
    ...(sort && { sort }),
  };
}

/** Everybody with an account, or the one person whom the address names. */
export function PeopleSection() {
  const personId = parseRowId(useQuery().get('personId'));
  return personId === null ? <PeopleList /> : <OnePersonView key={personId} personId={personId} />;
}

function PeopleList() {
  const { t } = useLingui();
  const query = useQuery();
  const controls: PeopleControls = {
    search: query.get('search'),
    role: query.get('role'),
    state: query.get('state'),
    seen: query.get('seen'),
    classId: query.get('classId'),
    sort: query.get('sort') || 'name',
  };
  const filter = filterOf(controls);
  const change = ({ sort, ...others }: Partial<PeopleControls>) =>
    query.set({ ...others, ...(sort !== undefined && { sort: sort === 'name' ? '' : sort }) }, true);
  return (
    <Stack component="section" aria-labelledby="people-title">
      <Group justify="space-between">
        <Title id="people-title" order={2} size="h3">
          {t`People`}
        </Title>
        <SaveFoundButton save={() => savePeople(filter)} />
      </Group>
      <PeopleFilters controls={controls} onChange={change} />
      {/* Another search begins at its first page, with nobody chosen. */}
      <FoundPeople
        key={JSON.stringify({ ...filter, search: '' })}
        filter={filter}
        bulk={filter.state === 'waiting' ? [...ENTRY, ...BULK] : BULK}
      />
    </Stack>
  );
}
