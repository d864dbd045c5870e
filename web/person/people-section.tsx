import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { PeopleChange, PeopleFilter } from '../../core/person/person.schema.ts';
import { parseRowId } from '../../core/row-id.ts';
import { failureText } from '../lib/notice-text.ts';
import { useQuery } from '../lib/pages/use-query.ts';
import { useFailure } from '../ui/use-failure.ts';
import { FoundPeople } from './found-people.tsx';
import { OnePersonView } from './one-person.tsx';
import { type PeopleControls, PeopleFilters } from './people-filters.tsx';
import { savePeople } from './person.queries.ts';
import { orderText, roleText, seenText, stateText } from './person-text.ts';

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
      <FoundPeople
        key={JSON.stringify({ ...filter, search: '' })}
        filter={filter}
        bulk={filter.state === 'waiting' ? [...ENTRY, ...BULK] : BULK}
      />
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
