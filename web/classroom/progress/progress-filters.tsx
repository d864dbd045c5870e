import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { errorMessages } from '../../lib/call/error-text.ts';
import { readMinimum } from '../../lib/text/minimum.ts';
import { Filters } from '../../ui/list/filters.tsx';
import { type Controls, type ControlsChange, datesReversed } from './progress-controls.ts';
import { SORTS, type Sort } from './progress-list.ts';

const sortText: Record<Sort, MessageDescriptor> = {
  'name-up': msg`Name, A to Z`,
  'name-down': msg`Name, Z to A`,
  'cards-down': msg`Most card days first`,
  'cards-up': msg`Fewest card days first`,
  'time-down': msg`Longest time first`,
  'time-up': msg`Shortest time first`,
  'seen-down': msg`Latest studied first`,
  'seen-up': msg`Longest silent first`,
};

interface ProgressFiltersProps {
  controls: Controls;
  onChange: (change: ControlsChange) => void;
}

/** Which students and days are shown, and in what order. */
export function ProgressFilters({ controls, onChange }: ProgressFiltersProps) {
  const { t, i18n } = useLingui();
  const typed = (name: 'search' | 'minimum' | 'start' | 'end') => ({
    value: controls[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <Filters
      label={t`Sort and filter`}
      columns={4}
      first={<TextInput type="search" label={t`Search for students`} {...typed('search')} />}
      used={[controls.minimum, controls.start, controls.end].filter(Boolean).length}
    >
      {/* Where columns have room, their heads sort. */}
      <NativeSelect
        hiddenFrom="sm"
        label={t`Sort by`}
        value={controls.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as Sort })}
        data={SORTS.map((sort) => ({ value: sort, label: i18n._(sortText[sort]) }))}
      />
      <TextInput
        type="number"
        inputMode="numeric"
        min={0}
        label={t`Minimum card days`}
        placeholder="0"
        error={readMinimum(controls.minimum) === null && t`Please enter 0 or more`}
        {...typed('minimum')}
      />
      <TextInput type="date" label={t`From`} {...typed('start')} />
      <TextInput
        type="date"
        label={t`To`}
        error={datesReversed(controls) && i18n._(errorMessages.dates_reversed)}
        {...typed('end')}
      />
    </Filters>
  );
}
