import { Plural, useLingui } from '@lingui/react/macro';
import { ScrollArea, Stack, Table, Text } from '@mantine/core';
import type { Rescoring } from '../../../core/exam/results/rescoring.schema.ts';
import { scoreText } from '../../ui/figure/points-text.ts';

/** Points, and the right answers that they are made of. */
function Points({ score, total }: { score: number; total: number }) {
  const { i18n } = useLingui();
  return (
    <>
      {scoreText(score, total, i18n)}{' '}
      <Text component="span" size="sm" c="dimmed">
        {score}/{total}
      </Text>
    </>
  );
}

/** The students that have handed the exam in and would get another score, with that score. */
export function RescoringPreview({ rescoring }: { rescoring: Rescoring }) {
  const { t } = useLingui();
  const { moved, submission_count: all } = rescoring;
  const handedIn = (
    <Plural
      value={all}
      one="# student has handed this exam in and will be scored again."
      other="# students have handed this exam in and will be scored again."
    />
  );
  if (moved.length === 0)
    return (
      <Text>
        {handedIn} {t`Nobody's score changes.`}
      </Text>
    );
  return (
    <Stack gap="sm">
      <Text>
        {handedIn}{' '}
        <Plural
          value={moved.length}
          one="The score of # student moves:"
          other="The scores of # students move:"
        />
      </Text>
      <ScrollArea.Autosize mah={280} viewportProps={{ tabIndex: 0 }}>
        <Table aria-label={t`Scores that move`} className="tabular">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Student`}</Table.Th>
              <Table.Th ta="right">{t`Score now`}</Table.Th>
              <Table.Th ta="right">{t`After saving`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {moved.map((one) => (
              <Table.Tr key={one.student_id}>
                <Table.Td className="breakable">{one.name}</Table.Td>
                <Table.Td ta="right">
                  <Points score={one.score_before} total={one.total_before} />
                </Table.Td>
                <Table.Td ta="right">
                  <Points score={one.score_after} total={one.total_after} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </Stack>
  );
}
