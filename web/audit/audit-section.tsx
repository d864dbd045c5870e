import { useLingui } from '@lingui/react/macro';
import { Anchor, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { AuditAction } from '../../core/audit/audit-names.ts';
import { parseRowId } from '../../core/contract/row-id.ts';
import { paths } from '../lib/pages/paths.ts';
import { useQuery } from '../lib/pages/use-query.ts';
import { Filters } from '../ui/list/filters.tsx';
import { SaveFoundButton } from '../ui/list/save-found-button.tsx';
import { type AuditQuery, saveAuditEntries } from './audit.queries.ts';
import { AuditPages } from './audit-pages.tsx';
import { actionText } from './audit-text.ts';

type Control = 'person' | 'personId' | 'classId' | 'act' | 'day';
type Controls = Record<Control, string>;

function queryOf({ person: typed, personId, classId, act, day }: Controls): AuditQuery {
  const [person, classroom] = [parseRowId(personId), parseRowId(classId)];
  return {
    ...(person !== null && { person_id: person }),
    ...(typed.trim() && { person: typed.trim() }),
    ...(classroom !== null && { class_id: classroom }),
    ...(Object.hasOwn(actionText, act) && { act: act as AuditAction }),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(day) && { day }),
  };
}

export function AuditSection() {
  const { t, i18n } = useLingui();
  const query = useQuery();
  const controls: Controls = {
    person: query.get('person'),
    personId: query.get('personId'),
    classId: query.get('classId'),
    act: query.get('act'),
    day: query.get('day'),
  };
  const asked = queryOf(controls);
  const chosen = (name: Control) => ({
    value: controls[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      query.set({ [name]: event.currentTarget.value }, true),
  });
  const numeric = (name: Control) => ({
    inputMode: 'numeric' as const,
    error: /^([1-9]\d{0,8})?$/.test(controls[name]) ? undefined : t`Please enter a number`,
    ...chosen(name),
  });
  return (
    <Stack component="section" aria-labelledby="acts-title">
      <Group justify="space-between">
        <Title id="acts-title" order={2} size="h3">
          {t`Audit log`}
        </Title>
        <SaveFoundButton save={() => saveAuditEntries(asked)} />
      </Group>
      <Filters
        label={t`Find entries`}
        columns={3}
        first={
          <TextInput
            type="search"
            label={t`Name, email or user name`}
            maxLength={100}
            {...chosen('person')}
          />
        }
        used={[controls.act, controls.day, controls.classId, controls.personId].filter(Boolean).length}
      >
        <NativeSelect
          label={t`Action`}
          data={[
            { value: '', label: t`All` },
            ...Object.entries(actionText).map(([value, text]) => ({ value, label: i18n._(text) })),
          ]}
          {...chosen('act')}
        />
        <TextInput type="date" label={t`Day`} {...chosen('day')} />
        <TextInput label={t`Class number`} {...numeric('classId')} />
        <TextInput label={t`Person's number`} {...numeric('personId')} />
      </Filters>
      {asked.person_id !== undefined && (
        <Anchor
          component={Link}
          to={paths.adminPerson(asked.person_id)}
          size="sm"
          w="fit-content"
          className="lone-link"
        >
          {t`Who this is`}
        </Anchor>
      )}
      <AuditPages of={{ query: asked }} label={t`Entries`} nothing={t`No entry is found.`} />
    </Stack>
  );
}
