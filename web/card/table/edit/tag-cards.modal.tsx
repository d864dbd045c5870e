import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Checkbox, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Edit } from '../../../../core/card/edits/card-edit.schema.ts';
import { TAG_LETTERS_MAX, TAGS_MAX, tagKey, tagProblem, tidyTags } from '../../../../core/text/tags.ts';
import { tagsOf } from '../../../lib/text/tags-of.ts';
import { Dialog } from '../../../ui/control/dialog.tsx';
import { SelectionForm, type SelectionProps } from './selection-form.tsx';

function TagForm({ cards, run, onClose }: SelectionProps) {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState('');
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const there = tagsOf(cards, i18n.locale);
  const add = tidyTags([typed]);
  const problem = tagProblem(add);
  const isEmpty = add.length === 0 && removed.size === 0;

  const edit = (): Edit | null => {
    if (problem || isEmpty) return null;
    const remove = there.filter(({ key }) => removed.has(key)).map(({ tag }) => tag);
    return { act: 'tags', ids: cards.map(({ id }) => id), add, remove: remove.slice(0, TAGS_MAX) };
  };
  return (
    <SelectionForm edit={edit} run={run} onClose={onClose} disabled={isEmpty} button={t`Change the tags`}>
      <TextInput
        data-autofocus
        label={t`Tags to add`}
        description={t`Several with commas between, such as: unit 1, verbs`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={problem && t`At most ${TAGS_MAX} tags, each of at most ${TAG_LETTERS_MAX} letters`}
        autoComplete="off"
      />
      {there.length > 0 && (
        <Checkbox.Group
          label={t`Tags to take away`}
          value={[...removed]}
          onChange={(keys) => setRemoved(new Set(keys))}
        >
          <Group gap="md" mt={4}>
            {there.map(({ key, tag }) => (
              <Checkbox
                key={key}
                value={key}
                label={tag}
                disabled={add.some((one) => tagKey(one) === key)}
                styles={{ body: { minHeight: 44, alignItems: 'center' } }}
              />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </SelectionForm>
  );
}

export default function TagCardsModal({ opened, ...props }: SelectionProps & { opened: boolean }) {
  const { t } = useLingui();
  const count = props.cards.length;
  return (
    <Dialog
      opened={opened}
      onClose={props.onClose}
      title={t`${plural(count, { one: 'Tags of # card', other: 'Tags of # cards' })}`}
    >
      <TagForm {...props} />
    </Dialog>
  );
}
