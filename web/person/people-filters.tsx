import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import { Filters } from '../ui/list/filters.tsx';
import { orderText, roleText, seenText, stateText } from './person-text.ts';

/** As they stand in the address; empty is all. */
export interface PeopleControls {
  search: string;
  role: string;
  state: string;
  seen: string;
  classId: string;
  sort: string;
}

interface PeopleFiltersProps {
  controls: PeopleControls;
  onChange: (change: Partial<PeopleControls>) => void;
}

export function PeopleFilters({ controls, onChange }: PeopleFiltersProps) {
  const { t, i18n } = useLingui();
  const options = (texts: Record<string, MessageDescriptor>) =>
    Object.entries(texts).map(([value, text]) => ({ value, label: i18n._(text) }));
  const chosen = (name: keyof PeopleControls) => ({
    value: controls[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const all = { value: '', label: t`All` };
  return (
    <Filters
      label={t`Find people`}
      columns={3}
      first={
        <TextInput type="search" label={t`Name, email or user name`} maxLength={100} {...chosen('search')} />
      }
      used={[controls.role, controls.state, controls.seen, controls.classId].filter(Boolean).length}
    >
      <NativeSelect label={t`Role`} data={[all, ...options(roleText)]} {...chosen('role')} />
      <NativeSelect label={t`State`} data={[all, ...options(stateText)]} {...chosen('state')} />
      <NativeSelect label={t`Last seen`} data={[all, ...options(seenText)]} {...chosen('seen')} />
      <TextInput
        inputMode="numeric"
        label={t`Class number`}
        error={/^([1-9]\d{0,8})?$/.test(controls.classId) ? undefined : t`Please enter a number`}
        {...chosen('classId')}
      />
      <NativeSelect label={t`Sort by`} data={options(orderText)} {...chosen('sort')} />
    </Filters>
  );
}
