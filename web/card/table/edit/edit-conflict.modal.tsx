import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { Edit, TableCard } from '../../../../core/card/edits/card-edit.schema.ts';
import { CARD_TEXT_NAMES } from '../../../../core/contract/card-fields.ts';
import { cardFieldText } from '../../../deck/card-field-text.ts';
import { Dialog } from '../../../ui/control/dialog.tsx';
import { type EditConflict, editAllTheSame, editOthers } from './edit-conflict.ts';

interface EditConflictProps {
  conflict: EditConflict | null;
  onClose: () => void;
  /** Closes as well. */
  onEdit: (edit: Edit) => void;
}

/** What the editor wanted of a card, of the texts that the edit gives. */
function wanted(edit: Edit, { id }: TableCard): Partial<TableCard> | undefined {
  return edit.act === 'texts' ? edit.cards.find((card) => card.id === id) : undefined;
}

function Texts({ title, texts }: { title: string; texts: Partial<TableCard> }) {
  const { i18n } = useLingui();
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {CARD_TEXT_NAMES.map(
        (name) =>
          texts[name] != null && (
            <Text key={name} size="sm" className="breakable">
              {`${i18n._(cardFieldText[name])}: ${texts[name]}`}
            </Text>
          ),
      )}
    </div>
  );
}

/** Cards that somebody else has changed since they were seen: both are shown, and nothing was done yet. */
export default function EditConflictModal({ conflict, onClose, onEdit }: EditConflictProps) {
  const { t } = useLingui();
  const count = conflict?.theirs.length ?? 0;
  const others = conflict && editOthers(conflict);
  return (
    <Dialog
      opened={conflict !== null}
      onClose={onClose}
      title={t`${plural(count, { one: 'Somebody else changed # card meanwhile', other: 'Somebody else changed # cards meanwhile' })}`}
    >
      {conflict && (
        <Stack>
          <Text>{t`Nothing was done yet. Look at what they say now.`}</Text>
          <Stack
            component="ul"
            gap="md"
            p={0}
            m={0}
            mah="40dvh"
            style={{ listStyle: 'none', overflow: 'auto' }}
            tabIndex={0}
            aria-label={t`Cards that were changed meanwhile`}
          >
            {conflict.theirs.map((card) => {
              const mine = wanted(conflict.edit, card);
              return (
                <Stack component="li" gap={4} key={card.id}>
                  <Texts title={t`It says now`} texts={card} />
                  {mine && <Texts title={t`You wanted`} texts={mine} />}
                </Stack>
              );
            })}
          </Stack>
          <Group>
            <Button variant="light" onClick={() => onEdit(editAllTheSame(conflict))}>
              {conflict.edit.act === 'texts' ? t`Put yours in its place` : t`Do it all the same`}
            </Button>
            {others && (
              <Button variant="default" onClick={() => onEdit(others)}>
                {t`Only the other cards`}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {t`Leave it as it is now`}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
