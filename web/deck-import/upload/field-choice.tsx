import { useLingui } from '@lingui/react/macro';
import { Button, Fieldset, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CARD_FIELDS, type CardField, isCardSide, isCardText } from '../../../core/contract/card-fields.ts';
import type { DeckImport } from '../../../core/deck-import/deck-import.schema.ts';
import type { ImportReport } from '../../../core/deck-import/import-report.schema.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { checkImportAgain, isTeachersImport } from '../calls-by-role.ts';
import { fileFieldText } from './file-field-text.ts';

/** Of Anki's notes the id and the tags are their own, and pictures stand in the fields of their sides. */
const isOfNotes = (field: CardField): boolean => isCardText(field) || field === 'audio';

interface FieldChoiceProps {
  current: DeckImport;
  fields: NonNullable<ImportReport['fields']>;
  onChange: (changed: DeckImport) => void;
}

/** Which field of the file is which, once its first cards are to be seen; what is changed is checked again. */
export function FieldChoice({ current, fields, onChange }: FieldChoiceProps) {
  const { t, i18n } = useLingui();

  const confirm = useConfirm();
  const { userId } = useSession();
  const [chosen, setChosen] = useState(fields.chosen);
  const [checkAgain, isBusy] = useAttempt(failureText.deckUploadFailed, async () =>
    onChange(await checkImportAgain(current.id, chosen)),
  );
  const [isTried, setTried] = useState(false);
  // Of a colleague's into an own deck only what came of it is seen.
  if (isTeachersImport() && userId !== current.started_by.id) return null;
  const choosable = CARD_FIELDS.filter((field) => !current.report?.anki || isOfNotes(field));
  const isChanged = choosable.some((field) => chosen[field] !== fields.chosen[field]);
  const problemOf = (field: CardField) =>
    isTried && isCardSide(field) && !chosen[field] && t`Please choose a field`;
  const choices = [
    { value: '', label: t`(none)` },
    ...fields.names.map((name) => ({ value: name, label: name })),
  ];

  const check = async () => {
    setTried(true);
    if (!chosen.front || !chosen.back) return;
    const sure =
      !current.has_mends ||
      (await confirm({
        title: t`Forget what you changed in the lines?`,
        text: t`With other fields the lines are others: what was mended or left out is forgotten.`,
        confirmLabel: t`Check with these fields`,
        danger: true,
      }));
    if (sure) await checkAgain();
  };

  return (
    <Fieldset legend={t`Which field is which`} radius="md">
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          {t`If the cards above are not as they should be, choose other fields and look again.`}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} verticalSpacing="sm" w="100%">
          {choosable.map((field) => (
            <NativeSelect
              key={field}
              label={i18n._(fileFieldText[field])}
              data={choices}
              value={chosen[field] ?? ''}
              error={problemOf(field)}
              onChange={({ currentTarget: { value } }) =>
                setChosen(({ [field]: _, ...others }) =>
                  value === '' ? others : { ...others, [field]: value },
                )
              }
            />
          ))}
        </SimpleGrid>
        <Button
          size="sm"
          mih={44}
          variant="light"
          loading={isBusy}
          disabled={!isChanged}
          onClick={() => void check()}
        >
          {t`Check with these fields`}
        </Button>
      </Stack>
    </Fieldset>
  );
}
