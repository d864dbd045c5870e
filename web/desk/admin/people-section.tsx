import { Trans } from '@lingui/react/macro';
import { Group, Stack, Title } from '@mantine/core';
import { parseRowId } from '../../../core/contract/row-id.ts';
import type { PeopleChange, PeopleFilter } from '../../../core/person/person.schema.ts';
import { useQuery } from '../../lib/pages/use-query.ts';
import { FoundPeople } from '../../person/found-people.tsx';
import { type PeopleControls, PeopleFilters } from '../../person/people-filters.tsx';
import { savePeople } from '../../person/person.queries.ts';
import { orderText, roleText, seenText, stateText } from '../../person/person-text.ts';
import { SaveFoundButton } from '../../ui/list/save-found-button.tsx';
import { OnePersonView } from './one-person.tsx';

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
