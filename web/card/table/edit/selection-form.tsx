import { useLingui } from '@lingui/react/macro';
import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Edit, TableCard } from '../../../../core/card/edits/card-edit.schema.ts';

export interface SelectionProps {
  cards: readonly TableCard[];
  /** True when it is done. */
  run: (edit: Edit) => Promise<boolean>;
  onClose: () => void;
}

interface SelectionFormProps extends Omit<SelectionProps, 'cards'> {
  /** Returns what is done to the cards; null while something is wrong. */
  edit: () => Edit | null;
  button: ReactNode;
  disabled: boolean;
  children: ReactNode;
}

export function SelectionForm({ edit, run, onClose, button, disabled, children }: SelectionFormProps) {
  const { t } = useLingui();
  const [sending, setSending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = edit();
    if (!wanted) return;
    setSending(true);
    const isDone = await run(wanted);
    setSending(false);
    if (isDone) onClose();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {children}
        <Group>
          <Button type="submit" loading={sending} disabled={disabled}>
            {button}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
