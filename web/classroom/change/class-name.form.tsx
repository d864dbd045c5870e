import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import { nameProblem, problemText } from './new-class.form.tsx';

interface ClassNameFormProps {
  title: string;
  text?: string;
  initial: string;
  button: ReactNode;
  save: (name: string) => Promise<unknown>;
  /** Ends with the reason (`{message}`). */
  failed: MessageDescriptor;
}

export function ClassNameForm({ title, text, initial, button, save, failed }: ClassNameFormProps) {
  const { i18n, t } = useLingui();
  const [name, setName] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  const { submit, submitted, sending } = useSubmit({
    check: () => nameProblem(name),
    field,
    run: () => save(name.trim()),
    failed,
  });
  return (
    <form onSubmit={submit} noValidate aria-label={title}>
      <Stack>
        {text && <Text size="sm">{text}</Text>}
        <TextInput
          ref={field}
          label={t`Class name`}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={submitted && problemText(i18n, nameProblem(name))}
          required
          withAsterisk={false}
          autoComplete="off"
          data-autofocus
        />
        <Group>
          <Button type="submit" loading={sending}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
