import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { PeopleChange, PeopleFilter } from '../../core/person/person.schema.ts';
import { failureText } from '../lib/call/notice-text.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { LoadError } from '../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../ui/feedback/loading-block.tsx';
import { useFailedRead } from '../ui/feedback/use-failure.ts';
import { NextPages } from '../ui/list/next-pages.tsx';
import { GivenPasswordsModal } from './given-passwords.modal.tsx';
import { PeopleRows } from './people-rows.tsx';
import { usePeople } from './person.queries.ts';
import { changeText, DANGEROUS } from './person-text.ts';
import { useChangePeople } from './use-change-people.ts';

/** The people whom a filter finds, a page at a time, to be chosen and changed together. */
export function FoundPeople({ filter, bulk }: { filter: PeopleFilter; bulk: readonly PeopleChange[] }) {
  const { t, i18n } = useLingui();
  // Where each page after the first begins. Another text searched for begins at the first again.
  const [pages, setPages] = useState<{ search: string | undefined; starts: string[] }>({
    search: filter.search,
    starts: [],
  });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { change, isRunning, given, forget } = useChangePeople();
  const starts = pages.search === filter.search ? pages.starts : [];
  const after = starts.at(-1);
  const { data, error, mutate, isOld } = usePeople({ ...filter, ...(after !== undefined && { after }) });
  useFailedRead(error, failureText.fetchPeopleFailed);

  const isFailed = error !== undefined && (!data || isOld);
  const people = data?.data ?? [];
  // What is not shown is not changed.
  const picked = people.filter(({ id }) => chosen.has(id));
  const turn = (next: string[]) => {
    setPages({ search: filter.search, starts: next });
    setChosen(new Set());
  };
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const run = async (what: PeopleChange) => {
    if (await change(what, picked)) setChosen(new Set());
  };
  if (isFailed) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (!data) return <LoadingBlock height={420} radius="md" />;
  if (people.length === 0) return <Empty mood="lost" text={t`Nobody is found.`} />;
  return (
    <Stack gap="sm">
      <Group gap="sm" mih={36}>
        <Checkbox
          label={t`Choose all on this page`}
          checked={picked.length === people.length}
          indeterminate={picked.length > 0 && picked.length < people.length}
          onChange={(event) =>
            setChosen(new Set(event.currentTarget.checked ? people.map(({ id }) => id) : []))
          }
        />
        {picked.length > 0 && (
          <Group gap="xs" role="group" aria-label={t`For those who are chosen`}>
            <Text size="sm" className="tabular">
              {t`${plural(picked.length, { one: '# chosen', other: '# chosen' })}`}
            </Text>
            {bulk.map((what) => (
              <Button
                key={what}
                size="xs"
                variant="light"
                color={DANGEROUS.includes(what) ? 'red' : undefined}
                disabled={isRunning || isOld}
                onClick={() => void run(what)}
              >
                {i18n._(changeText[what])}
              </Button>
            ))}
          </Group>
        )}
      </Group>
      <PeopleRows people={people} chosen={chosen} onChoose={choose} busy={isOld} />
      <NextPages starts={starts} next={data.next} isBusy={isOld} onTurn={turn} />
      <GivenPasswordsModal given={given} onClose={forget} />
    </Stack>
  );
}
