import { useLingui } from '@lingui/react/macro';
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { readMinimum } from '../../lib/minimum.ts';
import { resultSortText } from './result-text.ts';
import type { ResultControls, ResultControlsChange } from './results-controls.ts';
import { RESULT_SORTS, type ResultSort } from './results-list.ts';

interface ResultsFiltersProps {
  controls: ResultControls;
  onChange: (change: ResultControlsChange) => void;
}

/** Which results are shown, and in what order. */
export function ResultsFilters({ controls, onChange }: ResultsFiltersProps) {
  const { t, i18n } = useLingui();
  return (
    <SimpleGrid role="search" aria-label={t`Sort and filter`} cols={{ base: 2, sm: 4 }} spacing="sm">
      <NativeSelect
        label={t`Sort by`}
        value={controls.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as ResultSort })}
        data={RESULT_SORTS.map((sort) => ({ value: sort, label: i18n._(resultSortText[sort]) }))}
      />
      <TextInput
        type="number"
        inputMode="numeric"
        min={0}
        label={t`Minimum score`}
        placeholder="0"
        error={readMinimum(controls.minimum) === null && t`Please enter 0 or more`}
        value={controls.minimum}
        onChange={(event) => onChange({ minimum: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}
