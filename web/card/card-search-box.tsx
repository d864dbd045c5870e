import { useLingui } from '@lingui/react/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import type { CardSearch } from './use-card-search.ts';

/** The longest text that the server searches for. */
const SEARCH_MAX = 200;

export function CardSearchBox({ search }: { search: CardSearch }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void search.search(text);
  };
  const clear = () => {
    setText('');
    search.clear();
    input.current?.focus();
  };

  return (
    <search>
      <form onSubmit={submit}>
        <Group gap="xs" align="flex-end">
          <TextInput
            ref={input}
            type="search"
            flex="1 1 12rem"
            label={t`Search the cards`}
            placeholder={t`Front, back, example or definition`}
            leftSection={<IconSearch size={18} aria-hidden />}
            maxLength={SEARCH_MAX}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="light" loading={search.searching}>
            {t`Search`}
          </Button>
          {search.searched !== undefined && (
            <Button variant="default" onClick={clear}>
              {t`Show all cards`}
            </Button>
          )}
        </Group>
      </form>
    </search>
  );
}
