import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Edit, TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { TAG_LETTERS_MAX, TAGS_MAX, tagKey, tagProblem, tidyTags } from '../../../core/tags.ts';
import { tagsOf } from '../../lib/tags-of.ts';
import { Dialog } from '../../ui/dialog.tsx';

interface TagCardsProps {
  cards: readonly TableCard[];
  /** True when it is done. */
  run: (edit: Edit) => Promise<boolean>;
  onClose: () => void;
}

function TagForm({ cards, run, onClose }: TagCardsProps) {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState('');
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [sending, setSending] = useState(false);
  const there = tagsOf(cards, i18n.locale);
  const add = tidyTags([typed]);
  const problem = tagProblem(add);
  const isEmpty = add.length === 0 && removed.size === 0;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (problem || isEmpty) return;
    setSending(true);
    const remove = there.filter(({ key }) => removed.has(key)).map(({ tag }) => tag);
    const isDone = await run({
      act: 'tags',
      ids: cards.map(({ id }) => id),
      add,
      remove: remove.slice(0, TAGS_MAX),
    });
    setSending(false);
    if (isDone) onClose();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
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
        <Group>
          <Button type="submit" loading={sending} disabled={isEmpty}>
            <Trans>Change the tags</Trans>
          </Button>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Adds tags to the selected cards, and takes others away. */
export default function TagCardsModal({ opened, ...props }: TagCardsProps & { opened: boolean }) {
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
