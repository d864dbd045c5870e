import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { PeopleChange, PeopleFilter } from '../../core/person/person.schema.ts';
import { parseRowId } from '../../core/row-id.ts';
import { failureText } from '../lib/notice-text.ts';
import { useQuery } from '../lib/pages/use-query.ts';
import { Empty } from '../ui/empty.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';
import { useFailure } from '../ui/use-failure.ts';
import { GivenPasswordsModal } from './given-passwords.modal.tsx';
import { OnePersonView } from './one-person.tsx';
import { type PeopleControls, PeopleFilters } from './people-filters.tsx';
import { PeopleRows } from './people-rows.tsx';
import { savePeople, usePeople } from './person.queries.ts';
import { changeText, orderText, roleText, seenText, stateText } from './person-text.ts';
import { isDangerous, useChangePeople } from './use-change-people.ts';

const BULK: PeopleChange[] = ['new_password', 'end_sessions', 'disable', 'enable', 'delete', 'keep'];

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
          <Trans>People</Trans>
        </Title>
        <SavePeople filter={filter} />
      </Group>
      <PeopleFilters controls={controls} onChange={change} />
      {/* Another search begins at its first page, with nobody chosen. */}
      <FoundPeople key={JSON.stringify({ ...filter, search: '' })} filter={filter} />
    </Stack>
  );
}

function SavePeople({ filter }: { filter: PeopleFilter }) {
  const failed = useFailure();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await savePeople(filter).catch((error: unknown) => failed(failureText.fileFailed, error));
    setSaving(false);
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isSaving}
      onClick={() => void save()}
    >
      <Trans>All found as CSV</Trans>
    </Button>
  );
}

function FoundPeople({ filter }: { filter: PeopleFilter }) {
  const { t, i18n } = useLingui();
  // Where each page after the first begins. Another text searched for begins at the first again.
  const [pages, setPages] = useState<{ search: string | undefined; starts: string[] }>({
    search: filter.search,
    starts: [],
  });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { change, isRunning, given, forget } = useChangePeople();
  const starts = pages.search === filter.search ? pages.starts : [];
  const after = starts.at(-1);
  const { data, error, mutate, isOld } = usePeople({ ...filter, ...(after !== undefined && { after }) });
  useFailedRead(error, failureText.fetchPeopleFailed);

  const isFailed = error !== undefined && (!data || isOld);
  const people = data?.data ?? [];
  // What is not shown is not changed.
  const picked = people.filter(({ id }) => chosen.has(id));
  const turn = (next: string[]) => {
    setPages({ search: filter.search, starts: next });
    setChosen(new Set());
  };
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const run = async (what: PeopleChange) => {
    if (await change(what, picked)) setChosen(new Set());
  };
  if (isFailed) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (!data) return <Skeleton height={420} radius="md" role="status" aria-label={t`Loading…`} />;
  if (people.length === 0) return <Empty text={<Trans>Nobody is found.</Trans>} />;
  return (
    <Stack gap="sm">
      <Group gap="sm" mih={36}>
        <Checkbox
          label={t`Choose all on this page`}
          checked={picked.length === people.length}
          indeterminate={picked.length > 0 && picked.length < people.length}
          onChange={(event) =>
            setChosen(new Set(event.currentTarget.checked ? people.map(({ id }) => id) : []))
          }
        />
        {picked.length > 0 && (
          <Group gap="xs" role="group" aria-label={t`For those who are chosen`}>
            <Text size="sm" className="tabular">
              {t`${plural(picked.length, { one: '# chosen', other: '# chosen' })}`}
            </Text>
            {BULK.map((what) => (
              <Button
                key={what}
                size="xs"
                variant="light"
                color={isDangerous(what) ? 'red' : undefined}
                disabled={isRunning || isOld}
                onClick={() => void run(what)}
              >
                {i18n._(changeText[what])}
              </Button>
            ))}
          </Group>
        )}
      </Group>
      <PeopleRows people={people} chosen={chosen} onChoose={choose} busy={isOld} />
      {(starts.length > 0 || data.next !== null) && (
        <Group justify="center">
          <Button
            variant="default"
            disabled={starts.length === 0 || isOld}
            onClick={() => turn(starts.slice(0, -1))}
          >
            <Trans>Previous page</Trans>
          </Button>
          <Button
            variant="default"
            disabled={data.next === null || isOld}
            onClick={() => data.next !== null && turn([...starts, data.next])}
          >
            <Trans>Next page</Trans>
          </Button>
        </Group>
      )}
      <GivenPasswordsModal given={given} onClose={forget} />
    </Stack>
  );
}
