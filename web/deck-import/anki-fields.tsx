import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Collapse, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { cardFieldText } from '../card/card-field-text.ts';
import { isStudentsImport } from './calls-by-role.ts';
import type { ImportFieldsProps } from './import-fields.ts';

const NAMED = ['front', 'back', 'example_sentence'] as const;

/** Which fields of Anki's notes hold what, for packages whose names say it differently. */
export function AnkiFields({ values, change }: ImportFieldsProps) {
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const contentId = useId();
  const columns = values.columns ?? {};
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        <Trans>
          What Anki asks becomes the front, what stands in its answer the back; examples and the like are
          found by the names of their fields. A check shows the first cards.
        </Trans>
      </Text>
      <Button
        size="xs"
        variant="subtle"
        aria-expanded={isOpen}
        aria-controls={contentId}
        rightSection={
          isOpen ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />
        }
        onClick={() => setOpen(!isOpen)}
      >
        <Trans>Name the fields yourself</Trans>
      </Button>
      <Collapse id={contentId} expanded={isOpen} w="100%">
        <SimpleGrid cols={{ base: 1, sm: 3 }} verticalSpacing="sm">
          {NAMED.map((field) => {
            const label = i18n._(cardFieldText[field]);
            return (
              <TextInput
                key={field}
                label={t`${label}: field in Anki (optional)`}
                autoComplete="off"
                spellCheck={false}
                value={columns[field] ?? ''}
                onChange={(event) => change({ columns: { ...columns, [field]: event.currentTarget.value } })}
              />
            );
          })}
        </SimpleGrid>
      </Collapse>
      {isStudentsImport() && (
        <Checkbox
          label={t`Bring my schedule along`}
          description={t`What you answered in Anki plans when its cards come here. Your streak and your time stay as they are, and so does what you have answered here already. In Anki, export with scheduling information.`}
          checked={values.withSchedule}
          onChange={(event) => change({ withSchedule: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
