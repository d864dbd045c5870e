import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ROSTER_ROWS_MAX, ROSTER_TEXT_MAX } from '../../core/roster/roster-limits.ts';
import { type PastedRow, readRoster } from '../../core/roster/roster-text.ts';

const nobody = msg`There is no name in this text`;
const tooMany = msg({ message: 'These are {count} rows: at most {max} at once' });

interface RosterPasteProps {
  isChecking: boolean;
  onRead: (rows: readonly PastedRow[]) => void;
}

/** Where a list comes in. */
export function RosterPaste({ isChecking, onRead }: RosterPasteProps) {
  const { i18n, t } = useLingui();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const read = () => {
    const rows = text.length > ROSTER_TEXT_MAX ? null : readRoster(text);
    const count = rows?.length ?? text.split('\n').length;
    if (count === 0) setProblem(i18n._(nobody));
    else if (rows === null || count > ROSTER_ROWS_MAX)
      setProblem(
        i18n._({
          ...tooMany,
          values: {
            count: count.toLocaleString(i18n.locale),
            max: ROSTER_ROWS_MAX.toLocaleString(i18n.locale),
          },
        }),
      );
    else onRead(rows);
  };
  return (
    <Stack>
      <Textarea
        label={t`List of students`}
        description={t`One student a line. From a spreadsheet: the columns with name, user name and email; a line of headings may stay.`}
        placeholder={'Nguyễn Văn An\nTrần Thị Bình'}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
        error={problem}
        rows={12}
        spellCheck={false}
      />
      <Text size="sm" c="dimmed">
        <Trans>
          User names are made of the names: Nguyễn Văn An becomes an.nguyen. Nobody is added yet: first you
          see what would become of each line.
        </Trans>
      </Text>
      <Group>
        <Button onClick={read} loading={isChecking}>
          <Trans>Look at the list</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
