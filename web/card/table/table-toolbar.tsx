import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconHelp, IconReplace, IconSearch } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { CardEdit } from '../../../core/card/edits/card-edit.schema.ts';
import { MarkHelp } from '../../marks/lazy-marks.tsx';
import { editActionText } from './edit/edit-action-text.ts';
import type { TableView } from './table-view.ts';

interface TableToolbarProps {
  view: TableView;
  onView: (view: TableView) => void;
  tags: readonly { key: string; tag: string }[];
  duplicates: number;
  /** What would be undone. */
  latest: CardEdit | undefined;
  isBusy: boolean;
  onUndo: () => void;
  onReplace: () => void;
}

/** Which cards the table shows, and what is done to all of them. */
export function TableToolbar(props: TableToolbarProps) {
  const { view, onView, tags, duplicates, latest, isBusy } = props;
  const { t, i18n } = useLingui();
  const [hasHelp, setHasHelp] = useState(false);
  const latestText = latest && i18n._({ ...editActionText[latest.act], values: { count: latest.cards } });
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        type="search"
        flex="1 1 12rem"
        label={t`Search the cards`}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={view.search}
        onChange={(event) => onView({ ...view, search: event.currentTarget.value })}
      />
      {(tags.length > 0 || view.tag !== null) && (
        <NativeSelect
          flex="0 1 12rem"
          label={t`Tag`}
          value={view.tag ?? ''}
          onChange={(event) => onView({ ...view, tag: event.currentTarget.value || null })}
          data={[
            { value: '', label: t`All cards` },
            ...tags.map(({ key, tag }) => ({ value: key, label: tag })),
          ]}
        />
      )}
      <Switch
        mih={44}
        styles={{ body: { minHeight: 44, alignItems: 'center' } }}
        label={t`Only duplicates (${duplicates})`}
        checked={view.isDuplicates}
        onChange={(event) => onView({ ...view, isDuplicates: event.currentTarget.checked })}
      />
      <Button
        variant="default"
        h={44}
        leftSection={<IconReplace size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={props.onReplace}
      >
        <Trans>Find and replace…</Trans>
      </Button>
      <Group gap={4} wrap="nowrap">
        <Button
          variant="default"
          h={44}
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          disabled={!latest || isBusy}
          aria-label={latestText ? t`Undo: ${latestText}` : t`Undo`}
          title={latestText}
          onClick={props.onUndo}
        >
          <Trans>Undo</Trans>
        </Button>
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t`How to write emphasis`}
          aria-expanded={hasHelp}
          onClick={() => setHasHelp(!hasHelp)}
        >
          <IconHelp size={20} aria-hidden />
        </ActionIcon>
      </Group>
      {hasHelp && (
        <Suspense>
          <MarkHelp />
        </Suspense>
      )}
    </Group>
  );
}
