import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ExamFilter, STATUSES, type Status } from './exam-filter.ts';

const statusText: Record<Status, MessageDescriptor> = {
  all: msg`All exams`,
  visible: msg`Visible only`,
  hidden: msg`Hidden only`,
};

interface ExamFilterFieldsProps {
  filter: ExamFilter;
  onChange: (filter: ExamFilter) => void;
}

/** Which exams are listed; nothing is asked of the server. */
export function ExamFilterFields({ filter, onChange }: ExamFilterFieldsProps) {
  const { t, i18n } = useLingui();
  return (
    <Group role="search" aria-label={t`Search and filter`} gap="sm" align="flex-end">
      <TextInput
        type="search"
        label={t`Search exams`}
        placeholder={t`Title`}
        flex="2 1 14rem"
        leftSection={<IconSearch size={18} aria-hidden />}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
      <NativeSelect
        label={t`Status`}
        flex="1 1 10rem"
        maw={{ sm: 240 }}
        value={filter.status}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, status: STATUSES.find((status) => status === value) ?? 'all' })
        }
        data={STATUSES.map((status) => ({ value: status, label: i18n._(statusText[status]) }))}
      />
    </Group>
  );
}
