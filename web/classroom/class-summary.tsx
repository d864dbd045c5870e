import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';

function ClassNumber({ id }: { id: number }) {
  const { t } = useLingui();
  const { copy, copied, error } = useClipboard({ timeout: 3_000 });
  return (
    <Stack gap={4} role="group" aria-label={t`Class number`} flex="1 1 14rem">
      <Group gap="md" align="center">
        <Text fz={40} lh={1} fw={700} className="tabular">
          {id}
        </Text>
        <Button
          size="xs"
          variant="light"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => copy(String(id))}
        >
          {copied ? <Trans>Copied</Trans> : <Trans>Copy the number</Trans>}
        </Button>
        <VisuallyHidden role="status">{copied && t`The number is copied.`}</VisuallyHidden>
      </Group>
      <Text size="sm" c="dimmed">
        {error ? (
          <Trans>This browser does not let us copy: please write the number down.</Trans>
        ) : (
          <Trans>Students join with this number.</Trans>
        )}
      </Text>
    </Stack>
  );
}

interface ClassSummaryProps {
  classroom: Classroom;
  onDelete: () => void;
}

/** The class number for the students, and how many have come. */
export function ClassSummary({ classroom, onDelete }: ClassSummaryProps) {
  const titleId = useId();
  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p="lg">
      <Group justify="space-between" align="flex-start" gap="lg">
        <Stack gap={0} flex="1 1 14rem" miw={0}>
          <Title id={titleId} order={2} size="h3" className="breakable">
            {classroom.name}
          </Title>
          <Text c="dimmed">
            <Plural value={classroom.student_count} _0="No students yet" one="# student" other="# students" />
          </Text>
        </Stack>
        <ClassNumber id={classroom.id} />
        <Button
          size="xs"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onDelete}
        >
          <Trans>Delete class</Trans>
        </Button>
      </Group>
    </Paper>
  );
}
